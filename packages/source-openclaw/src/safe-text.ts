/** Longest text of a tool's error, in UTF-16 code units. */
const longestText = 4000;

/**
 * An error's message fit for people and models: no stack lines, no list of requiring modules, no `file:` address, and
 * nothing of where the plugin is installed. Paths that the tool itself speaks of stay: a model may need them.
 */
export function withoutPaths(text: string, directory?: string): string {
  const kept = text
    .replace(/\nRequire stack:[\s\S]*$/, '')
    .split('\n')
    .filter((line) => !/^\s+at\s.+(?:\(|:\d+)/.test(line))
    .join('\n')
    .replace(/ imported from \S+/g, '')
    .replace(/file:\/\/\S*?([^/\\\s'"()]+)(?=['"()\s]|$)/g, '$1');
  const local = directory === undefined ? kept : kept.split(`${directory}/`).join('').split(directory).join('the plugin folder');
  return local.trim().slice(0, longestText);
}

/** The way to a value inside a configuration: keys and positions. */
export type KeyPath = readonly (string | number)[];

/** `mcpServers.everything.args[0]`; a key that is no plain word is quoted. */
export function formatKeyPath(path: KeyPath): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (/^[\w@/.:*-]+$/u.test(part) && !part.includes('.')) text += text === '' ? part : `.${part}`;
    else text += `[${JSON.stringify(part)}]`;
  }
  return text === '' ? '(the whole file)' : text;
}

/** The value at the path, or `undefined`. Reads own properties only. */
export function valueAt(root: unknown, path: KeyPath): unknown {
  let current = root;
  for (const part of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) return undefined;
    current = (current as Record<string | number, unknown>)[part];
  }
  return current;
}

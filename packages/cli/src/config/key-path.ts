/** The way to a value inside a configuration: keys and positions. */
export type KeyPath = readonly (string | number)[];

/** Parts that are written from the beginning and from the end of a path that is longer than both, and characters of a key; more is no help to find a place. */
const [firstParts, lastParts, mostCharacters] = [12, 4, 120];

/** `mcpServers.everything.args[0]`; a key that is no plain word is quoted. What is far too long stands with an ellipsis. */
export function formatKeyPath(path: KeyPath): string {
  let text = '';
  path.forEach((part, place) => {
    if (place >= firstParts && place < path.length - lastParts) text += place === firstParts ? '…' : '';
    else text += formatPart(part, text === '');
  });
  return text === '' ? '(the whole file)' : text;
}

function formatPart(part: string | number, isFirst: boolean): string {
  if (typeof part === 'number') return `[${part}]`;
  const key = part.length > mostCharacters ? `${part.slice(0, mostCharacters)}…` : part;
  if (/^[\w@/:*-]+$/u.test(key)) return isFirst ? key : `.${key}`;
  return `[${JSON.stringify(key)}]`;
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

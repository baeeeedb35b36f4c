/**
 * JSON on one line for any reader: the line separators of Unicode are escaped, since some readers cut lines there. What JSON
 * cannot say (cycles, big integers, a `toJSON` that throws) is replaced by a text; an answer is never lost over it.
 */
export function toJsonLine(value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch {
    text = JSON.stringify(plain(value, []));
  }
  return text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function plain(value: unknown, above: readonly unknown[]): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (above.includes(value)) return '[circular]';
  if (above.length > 100) return '[too deep]';
  const within = [...above, value];
  try {
    if (Array.isArray(value)) return value.map((item) => plain(item, within));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, within)]));
  } catch {
    return '[unreadable]';
  }
}

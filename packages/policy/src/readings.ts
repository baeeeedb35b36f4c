/** Longest text that is looked into as JSON, in characters. */
const longestJson = 1_000_000;

const words: ReadonlyMap<string, boolean> = new Map([
  ...['true', 't', 'yes', 'y', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'f', 'no', 'n', 'off', '0'].map((word) => [word, false] as const),
]);

/**
 * The value and what a server that converts types may make of it: `"true"`, `"yes"` and 1 become true, `"9.0"` a number, a text of JSON
 * what it says, a number a text. The words are those of Pydantic's lax mode, the widest in use. Without them a rule about a value of a tool
 * whose arguments nobody checks against its schema would be passed by writing the value in another type.
 */
export function readings(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return value === 0 || value === 1 ? [value, String(value), value === 1] : [value, String(value)];
  if (typeof value === 'boolean') return [value, String(value), value ? 1 : 0];
  if (typeof value !== 'string') return [value];
  const text = value.trim();
  const found: unknown[] = [value];
  const word = words.get(text.toLowerCase());
  if (word !== undefined) found.push(word, word ? 1 : 0);
  if (text !== '' && Number.isFinite(Number(text))) found.push(Number(text));
  if (text.toLowerCase() === 'null' || text === '') found.push(null);
  if (/^[[{"]/u.test(text) && text.length <= longestJson) found.push(...parsed(text));
  return found;
}

function parsed(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text) as unknown];
  } catch {
    return [];
  }
}

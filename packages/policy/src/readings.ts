/** Longest text that is looked into as JSON, in characters. */
const longestJson = 1_000_000;

const words: ReadonlyMap<string, boolean> = new Map([
  ...['true', 't', 'yes', 'y', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'f', 'no', 'n', 'off', '0'].map((word) => [word, false] as const),
]);

/**
 * The value and what a server that converts types may make of it: `"true"`, `"yes"` and 1 become true, `"9.0"`, `"1_000"` and `"inf"` a number, a text of JSON
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
  const number = numberIn(text);
  if (number !== undefined) found.push(number);
  if (text.toLowerCase() === 'null' || text === '') found.push(null);
  if (/^[[{"]/u.test(text) && text.length <= longestJson) found.push(...parsed(text));
  return found;
}

/** JavaScript's own reading, and Python's: digits of every script, grouped by `_`; infinity, spelled out or beyond the largest number. */
function numberIn(text: string): number | undefined {
  if (text === '') return undefined;
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Nd}/gu, digitOf)
    .replaceAll(/(?<=[\da-f])_(?=[\da-f])/giu, '')
    .replace(/^([+-]?)inf(?:inity)?$/iu, '$1Infinity');
  const number = Number(plain);
  return Number.isNaN(number) ? undefined : number;
}

/** Decimal digits of a script stand in a row of ten. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) as number;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

function parsed(text: string): readonly unknown[] {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'string' ? readings(value) : [value];
  } catch {
    return [];
  }
}

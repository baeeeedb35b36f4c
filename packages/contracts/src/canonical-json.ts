import type { JsonValue } from './json.js';

/** Deepest nesting that is accepted; the deepest schema seen on 136 real MCP servers has 13 levels. */
const mostDepth = 128;
/** Most values in one document where nothing else is said; the largest real tool definition has about 4,000. */
const mostNodes = 500_000;

/** How large a JSON document is. */
export interface JsonSize {
  /** Values in it, those inside of others too. */
  readonly values: number;
  /** Characters (UTF-16 code units) of its texts and names. */
  readonly characters: number;
}

/** What was made here: frozen through and through, so that it need not be copied again. */
const made = new WeakMap<object, JsonSize>();
/** Values and characters so far in the document that is being copied, and the most values that it may have. */
let nodes = 0;
let characters = 0;
let limit = mostNodes;

/**
 * A frozen JSON copy of any value: functions, symbols and `undefined` members are dropped as `JSON.stringify` would, accessors are
 * read once, `__proto__` becomes an ordinary key. Throws an `Error` for big integers and a `RangeError` for cycles and what passes the bounds:
 * 128 levels and `mostValues` values. A copy is handed back as it is.
 */
export function freezeJson(value: unknown, mostValues: number = mostNodes): JsonValue | undefined {
  if (typeof value === 'object' && value !== null && made.has(value)) return value as JsonValue;
  [nodes, characters, limit] = [1, 0, mostValues];
  const frozen = copy(value, 0);
  if (typeof frozen === 'object' && frozen !== null) made.set(frozen, { values: nodes, characters });
  return frozen;
}

/** The size of a value that `freezeJson` made, without looking at it again; of a text its own, and one value of nothing for all others. */
export function frozenSize(value: unknown): JsonSize {
  const known = typeof value === 'object' && value !== null ? made.get(value) : undefined;
  return known ?? { values: 1, characters: typeof value === 'string' ? value.length : 0 };
}

/** One function for all kinds of values: the engine makes it quick after few calls, and it is mostly needed at a cold start. */
function copy(value: unknown, depth: number): JsonValue | undefined {
  if (typeof value === 'string') {
    characters += value.length;
    return value;
  }
  if (typeof value === 'boolean' || value === null) return value;
  // JSON has no negative zero.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (typeof value === 'bigint') throw new Error('a big integer is not JSON');
  if (typeof value !== 'object') return undefined;
  if (depth >= mostDepth) throw new RangeError(`nested deeper than ${mostDepth} levels (or cyclic)`);
  if (Array.isArray(value)) {
    count(value.length);
    const items: JsonValue[] = [];
    for (let index = 0; index < value.length; index += 1) items.push(copy(value[index], depth + 1) ?? null);
    return Object.freeze(items);
  }
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') return copy(toJSON.call(value), depth + 1);
  const result: Record<string, JsonValue> = {};
  // Not over `Object.keys`: its lists would be half of what a copy costs.
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    count(1);
    characters += key.length;
    const member = copy((value as Record<string, unknown>)[key], depth + 1);
    if (member === undefined) continue;
    if (key === '__proto__') Object.defineProperty(result, key, { value: member, enumerable: true });
    else result[key] = member;
  }
  return Object.freeze(result);
}

function count(values: number): void {
  nodes += values;
  if (nodes > limit) throw new RangeError(`more than ${limit} values`);
}

/** Quoted property names: the same few hundred words make up most schemas. */
const quotedNames = new Map<string, string>();
const mostQuotedNames = 10_000;

function quoted(name: string): string {
  let text = quotedNames.get(name);
  if (text === undefined) {
    text = `${JSON.stringify(name)}:`;
    if (quotedNames.size >= mostQuotedNames) quotedNames.clear();
    quotedNames.set(name, text);
  }
  return text;
}

/** Serialises with sorted keys, so that key order and white space do not count. Takes JSON values only; `undefined` members are left out. */
export function canonicalJson(value: JsonValue | undefined): string {
  if (value === undefined) return 'null';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) text += text === '' ? canonicalJson(item) : `,${canonicalJson(item)}`;
    return `[${text}]`;
  }
  const record = value as Readonly<Record<string, JsonValue | undefined>>;
  for (const key of sortedKeys(record)) {
    const member = record[key];
    if (member !== undefined) text += text === '' ? quoted(key) + canonicalJson(member) : `,${quoted(key)}${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

function sortedKeys(record: object): readonly string[] {
  const keys = Object.keys(record);
  return keys.length < 2 ? keys : keys.sort();
}

/** Compares by code unit, so that no locale changes an order. */
export function compareCodeUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

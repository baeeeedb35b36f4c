import type { JsonValue } from './json.js';

/** Deepest nesting that is accepted; the deepest schema seen on 136 real MCP servers has 13 levels. */
const mostDepth = 128;
/** Most values in one document; the largest real tool definition has about 4,000. */
const mostNodes = 500_000;

/**
 * A frozen JSON copy of any value: functions, symbols and `undefined` members are dropped as `JSON.stringify` would, accessors are
 * read once, `__proto__` becomes an ordinary key. Throws an `Error` for cycles, big integers and what passes the bounds.
 */
export function freezeJson(value: unknown): JsonValue | undefined {
  return copy(value, 0, { nodes: 0 });
}

function copy(value: unknown, depth: number, counter: { nodes: number }): JsonValue | undefined {
  if (depth > mostDepth) throw new Error(`nested deeper than ${mostDepth} levels (or cyclic)`);
  if (++counter.nodes > mostNodes) throw new Error(`more than ${mostNodes} values`);
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      // JSON has no negative zero.
      return Number.isFinite(value) ? value + 0 : null;
    case 'bigint':
      throw new Error('a big integer is not JSON');
    case 'object':
      return value === null ? null : copyObject(value, depth, counter);
    default:
      return undefined;
  }
}

function copyObject(value: object, depth: number, counter: { nodes: number }): JsonValue | undefined {
  if (Array.isArray(value)) return Object.freeze(value.map((item: unknown) => copy(item, depth + 1, counter) ?? null));
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') return copy(toJSON.call(value) as unknown, depth + 1, counter);
  const result: Record<string, JsonValue> = {};
  for (const key of Object.keys(value)) {
    const member = copy((value as Record<string, unknown>)[key], depth + 1, counter);
    if (member === undefined) continue;
    if (key === '__proto__') Object.defineProperty(result, key, { value: member, enumerable: true });
    else result[key] = member;
  }
  return Object.freeze(result);
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

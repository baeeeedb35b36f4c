import { reasonOf } from './errors.js';
import type { JsonValue } from './json.js';

/** Deepest nesting that is copied, and most values; as `freezeJson` takes them. */
const mostDepth = 128;
const mostValues = 500_000;
/** Most changes that are told of, and the longest place of one. */
const mostTold = 5;
const longestPlace = 120;
/** From so many members on an object is a hash table, in which each takes five times as long: it counts as so many values. */
const manyMembers = 1_000;
const memberWeight = 5;
/** Larger integers are not written out: the digits alone would take long. */
const mostBits = 4096;

/** A value as JSON, and what had to become something else for it. */
export interface PlainJson {
  /** Frozen; `undefined` when JSON has nothing for the value, as for a function. */
  readonly value: JsonValue | undefined;
  /** The first five changes in words, each with its place, for example `details.total is a big integer, given as text`. */
  readonly changes: readonly string[];
  /** How many changes there were. */
  readonly changed: number;
}

/**
 * A frozen JSON copy of any value, for values that have to reach their reader whatever they are: where `freezeJson` refuses, a part that JSON
 * cannot say is replaced by words and told of in `changes`. That are cycles, big integers, numbers that are none, maps, sets, errors, what cannot
 * be read and what passes the bounds. As with `JSON.stringify`, `toJSON` is asked, and functions, symbols and `undefined` members are left out
 * without a word. `name` is what places begin with. Never throws.
 */
export function plainJson(value: unknown, name = ''): PlainJson {
  const copier = new Copier(name);
  return { value: copier.copy(value), changes: copier.changes, changed: copier.changed };
}

class Copier {
  readonly changes: string[] = [];
  changed = 0;
  private values = 0;
  private readonly above: object[] = [];
  /** Where the copier stands; put into words only where something is told of. */
  private readonly path: (string | number)[] = [];

  constructor(private readonly name: string) {}

  copy(value: unknown): JsonValue | undefined {
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
    if (typeof value === 'number') {
      // JSON has no negative zero.
      return Number.isFinite(value) ? value + 0 : this.change(`is ${value}, given as null`, null);
    }
    if (typeof value === 'bigint') return this.copyInteger(value);
    if (typeof value !== 'object') return undefined;
    if (this.above.includes(value)) return this.change('holds itself', '[circular]');
    if (this.above.length >= mostDepth) return this.change(`is nested deeper than ${mostDepth} levels, left out`, '[nested too deep]');
    this.above.push(value);
    try {
      return this.copyObject(value);
    } catch (error) {
      return this.unreadable(error);
    } finally {
      this.above.pop();
    }
  }

  private copyInteger(value: bigint): JsonValue {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
    const isShort = BigInt.asIntN(mostBits, value) === value;
    return this.change('is a big integer, given as text', isShort ? String(value) : `[an integer of more than ${mostBits} bits]`);
  }

  private copyObject(value: object): JsonValue | undefined {
    if (Array.isArray(value)) return this.copyItems(value);
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === 'function') return this.copy(toJSON.call(value));
    const kind = Object.prototype.toString.call(value);
    if (kind === '[object Map]') return this.change('is a map, given as pairs', this.copyItems([...(value as Map<unknown, unknown>)]));
    if (kind === '[object Set]') return this.change('is a set, given as a list', this.copyItems([...(value as Set<unknown>)]));
    if (kind === '[object Error]') return this.change('is an error, given as its words', reasonOf(value));
    const keys = Object.keys(value);
    if (keys.length === 0 && kind !== '[object Object]') return this.change(`is a ${kind.slice(8, -1)}, left out`, kind);
    return this.copyMembers(value, keys);
  }

  private copyItems(items: readonly unknown[]): JsonValue {
    const copies: JsonValue[] = [];
    for (let index = 0; index < items.length && !this.isFull(); index += 1) {
      this.path.push(index);
      copies.push(this.copy(items[index]) ?? null);
      this.path.pop();
    }
    return Object.freeze(copies);
  }

  private copyMembers(value: object, keys: readonly string[]): JsonValue {
    const copies: Record<string, JsonValue> = {};
    const weight = keys.length > manyMembers ? memberWeight : 1;
    for (const key of keys) {
      if (this.isFull(weight)) break;
      this.path.push(key);
      const member = this.copyMember(value, key);
      this.path.pop();
      if (member === undefined) continue;
      if (key === '__proto__') Object.defineProperty(copies, key, { value: member, enumerable: true });
      else copies[key] = member;
    }
    return Object.freeze(copies);
  }

  private copyMember(value: object, key: string): JsonValue | undefined {
    let member: unknown;
    try {
      member = (value as Record<string, unknown>)[key];
    } catch (error) {
      return this.unreadable(error);
    }
    return this.copy(member);
  }

  private isFull(weight = 1): boolean {
    const wasFull = this.values > mostValues;
    this.values += weight;
    if (!wasFull && this.values > mostValues) this.change(`and what follows is left out: there are more than ${mostValues} values`, null);
    return this.values > mostValues;
  }

  private unreadable(error: unknown): string {
    return this.change(`cannot be read: ${reasonOf(error).slice(0, longestPlace)}`, '[unreadable]');
  }

  private change<Value>(what: string, value: Value): Value {
    this.changed += 1;
    if (this.changes.length < mostTold) this.changes.push(`${this.place()} ${what}`);
    return value;
  }

  private place(): string {
    let place = this.name;
    for (const part of this.path) {
      if (typeof part === 'number') place += `[${part}]`;
      else if (/^[\w$]+$/u.test(part)) place += place === '' ? part : `.${part}`;
      else place += `[${JSON.stringify(part.slice(0, longestPlace))}]`;
    }
    if (place === '') return 'it';
    return place.length > longestPlace ? `…${place.slice(-longestPlace)}` : place;
  }
}

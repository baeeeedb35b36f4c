import type { JsonValue } from '@toolrack/contracts';

/**
 * The keys of an entry that have been dealt with, each with what is left of its value: nothing as a rule, else the part that Toolrack has no
 * place for. A key that is not here is kept as a whole.
 */
export class UsedKeys {
  private readonly left = new Map<string, JsonValue | undefined>();

  constructor(keys: Iterable<string> = [], parts: Readonly<Record<string, JsonValue>> = {}) {
    for (const key of keys) this.add(key);
    for (const [key, rest] of Object.entries(parts)) this.add(key, rest);
  }

  /** The key has been dealt with, up to `rest`. */
  add(key: string, rest?: JsonValue): void {
    this.left.set(key, rest);
  }

  /** What of a key is to be kept. */
  restOf(key: string, value: JsonValue): JsonValue | undefined {
    return this.left.has(key) ? this.left.get(key) : value;
  }
}

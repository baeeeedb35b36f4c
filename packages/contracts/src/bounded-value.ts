import type { JsonValue } from './json.js';
import { redacted, type Redactor } from './redact.js';

/** Deepest nesting that is recorded. */
const mostDepth = 64;

class TooLarge extends Error {}

/** What a record holds instead of a value: why it is left out. */
export function placeholder(reason: string): JsonValue {
  return { $omitted: reason };
}

/**
 * A redacted JSON copy of at most `maxBytes` bytes of UTF-8, or a placeholder. It stops as soon as the limit is passed, so that
 * a giant value costs no more than a small one. Never throws: what cannot be read (a throwing getter, a cycle) is a placeholder too.
 */
export function boundedValue(value: unknown, maxBytes: number, redactor: Redactor): JsonValue {
  try {
    const copy = new Copier(maxBytes, redactor).copy(value, 0) ?? null;
    if (Buffer.byteLength(JSON.stringify(copy)) <= maxBytes) return copy;
    return placeholder(`larger than ${maxBytes} bytes`);
  } catch (error) {
    return placeholder(error instanceof TooLarge ? `larger than ${maxBytes} bytes` : 'not JSON');
  }
}

class Copier {
  private left: number;

  constructor(
    maxBytes: number,
    private readonly redactor: Redactor,
  ) {
    this.left = maxBytes;
  }

  copy(value: unknown, depth: number): JsonValue | undefined {
    if (depth > mostDepth) throw new Error('too deep');
    switch (typeof value) {
      case 'string':
        this.spend(value.length + 2);
        return this.redactor.text(value);
      case 'number':
        this.spend(1);
        // JSON has no negative zero.
        return Number.isFinite(value) ? value + 0 : null;
      case 'boolean':
        this.spend(4);
        return value;
      case 'bigint':
        throw new Error('a big integer is not JSON');
      case 'object':
        return value === null ? null : this.copyObject(value, depth);
      default:
        return undefined;
    }
  }

  private copyObject(value: object, depth: number): JsonValue | undefined {
    this.spend(2);
    if (Array.isArray(value)) return value.map((item: unknown) => this.copy(item, depth + 1) ?? null);
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === 'function') return this.copy(toJSON.call(value) as unknown, depth + 1);
    const copy: Record<string, JsonValue> = {};
    for (const key of Object.keys(value)) {
      this.spend(key.length + 3);
      const raw = (value as Record<string, unknown>)[key];
      const member = this.redactor.hides(key, raw) ? redacted : this.copy(raw, depth + 1);
      if (member === undefined) continue;
      Object.defineProperty(copy, this.redactor.name(key), { value: member, enumerable: true, configurable: true, writable: true });
    }
    return copy;
  }

  /** Counts at least one byte a character; the exact size is taken at the end. */
  private spend(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0) throw new TooLarge();
  }
}

/** What stands in the place of a secret. */
export const redacted = '[redacted]';

/** The same as Base64, for the data of a block that holds a secret. */
const redactedData = Buffer.from(redacted).toString('base64');
/** Deeper parts of a value are replaced as a whole. */
const deepest = 128;

/** Hears of a text under a name that was changed: a program may have to send the true one back. */
export type MaskedListener = (key: string, masked: string, original: string) => void;

/** One walk through a value that masks every text in it. */
export class MaskedCopy {
  /** What was walked through, as values may hold a part twice or themselves. */
  private readonly seen = new Map<object, unknown>();

  constructor(
    private readonly mask: { apply(text: string): string },
    /** Numbers that are a secret. */
    private readonly numbers: ReadonlySet<number>,
    private readonly onMasked: MaskedListener | undefined,
    /** Whether the data of media is looked at, which is replaced as a whole. */
    private readonly readsData = true,
  ) {}

  /** The masked form of a part that stands under `key`, or the part itself. `isData`: it is Base64 of something binary. */
  walk(value: unknown, key: string, isData: boolean, depth: number): unknown {
    if (typeof value === 'string') return this.text(value, key, isData);
    if (typeof value === 'number') return this.numbers.has(value) ? redacted : value;
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    if (depth >= deepest) return redacted;
    if (this.seen.has(value)) return this.seen.get(value);
    // A value that holds itself is no JSON and is not shown as such.
    this.seen.set(value, value);
    const masked = Array.isArray(value) ? this.array(value, key, depth) : this.object(value, depth);
    this.seen.set(value, masked);
    return masked;
  }

  private array(items: readonly unknown[], key: string, depth: number): readonly unknown[] {
    const masked = items.map((item) => this.walk(item, key, false, depth + 1));
    return masked.every((item, index) => item === items[index]) ? items : masked;
  }

  private object(value: object, depth: number): object {
    const { type } = value as { readonly type?: unknown };
    const holdsData = type === 'image' || type === 'audio';
    let isSame = true;
    const masked = Object.entries(value).map(([name, member]): [string, unknown] => {
      const isData = name === 'blob' || (holdsData && name === 'data');
      const entry: [string, unknown] = [this.mask.apply(name), this.walk(member, name, isData, depth + 1)];
      isSame &&= entry[0] === name && entry[1] === member;
      return entry;
    });
    return isSame ? value : Object.fromEntries(masked);
  }

  private text(text: string, key: string, isData: boolean): string {
    if (isData && !this.readsData) return text;
    const masked = this.mask.apply(text);
    if (masked === text) return text;
    if (isData) return redactedData;
    this.onMasked?.(key, masked, text);
    return masked;
  }
}

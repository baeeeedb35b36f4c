import type { SecretMask } from '@toolrack/contracts';

/** Keeps the last bytes of a stream of text, however much flows through. */
export class OutputTail {
  private chunks: Buffer[] = [];
  private length = 0;
  private isCut = false;

  /** `limit` is in bytes; up to twice as much is held for a moment. */
  constructor(private readonly limit = 8_192) {}

  append(chunk: Buffer | string): void {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    this.chunks.push(bytes);
    this.length += bytes.length;
    if (this.length > this.limit * 2) this.compact();
  }

  /** The last `mostCharacters` of what was said, trimmed and without secrets; `""` when nothing was. */
  text(mask: SecretMask, mostCharacters = 2_000): string {
    this.compact();
    const raw = Buffer.concat(this.chunks).toString('utf8');
    // Escape sequences would colour or rewrite the operator's terminal.
    // eslint-disable-next-line no-control-regex
    const plain = raw.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
    const masked = (this.isCut ? mask.applyToTail(plain) : mask.apply(plain)).trim();
    return masked.length > mostCharacters ? `…${masked.slice(-mostCharacters)}` : masked;
  }

  private compact(): void {
    if (this.length <= this.limit) return;
    const all = Buffer.concat(this.chunks);
    this.chunks = [all.subarray(all.length - this.limit)];
    this.length = this.limit;
    this.isCut = true;
  }
}

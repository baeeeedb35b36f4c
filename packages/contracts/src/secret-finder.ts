import type { SecretSpelling } from './secret-spellings.js';

/** A part of a text: from `start` up to and without `end`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Characters that the hash covers: it moves on by six bits a character, so that it has forgotten everything older after 32 of them. */
const gramLength = 6;
const bitsPerCharacter = 6;
/** Knuth's multiplicative hashing (The Art of Computer Programming 3, 6.4): 2^32 divided by the golden ratio. */
const golden = 0x9e3779b1;
/** Bits of the smallest and the largest table. */
const smallestTable = 12;
const largestTable = 20;

interface Anchor {
  readonly spelling: SecretSpelling;
  /** Where in the spelling the anchor begins. */
  readonly offset: number;
}

/**
 * Finds any of many spellings in a text, in one pass over it, however many they are: six characters of each spelling are its anchor, a rolling hash
 * over the text says where an anchor may be (as Rabin and Karp search), and only there spellings are compared. Anchors are chosen so that spellings with
 * a common beginning, as all JSON Web Tokens have, do not share one.
 */
export class SecretFinder {
  private readonly anchors = new Map<string, Anchor[]>();
  private readonly short: readonly SecretSpelling[];
  private readonly table: Uint8Array;
  private readonly shift: number;

  constructor(spellings: readonly SecretSpelling[]) {
    this.short = spellings.filter(({ text }) => text.length < gramLength);
    for (const spelling of spellings) if (spelling.text.length >= gramLength) this.anchor(spelling);
    const wanted = Math.ceil(Math.log2(this.anchors.size * 32 + 1));
    const bits = Math.min(largestTable, Math.max(smallestTable, wanted));
    this.shift = 32 - bits;
    this.table = new Uint8Array(2 ** bits);
    for (const gram of this.anchors.keys()) this.table[this.slot(hashOf(gram))] = 1;
  }

  /** Where spellings stand; spans may overlap and are in no order. */
  find(text: string): readonly TextSpan[] {
    const spans: TextSpan[] = [];
    for (const spelling of this.short) this.findShort(spelling, text, spans);
    if (text.length >= gramLength && this.anchors.size > 0) this.scan(text, spans);
    return spans;
  }

  private scan(text: string, spans: TextSpan[]): void {
    const { table, shift } = this;
    let hash = 0;
    for (let at = 0; at < text.length; at += 1) {
      hash = (hash << bitsPerCharacter) ^ text.charCodeAt(at);
      if (table[Math.imul(hash, golden) >>> shift] === 1) this.compare(text, at - gramLength + 1, spans);
    }
  }

  private compare(text: string, at: number, spans: TextSpan[]): void {
    const anchors = at < 0 ? undefined : this.anchors.get(text.slice(at, at + gramLength));
    for (const { spelling, offset } of anchors ?? []) {
      const start = at - offset;
      if (start >= 0 && text.startsWith(spelling.text, start)) addSpan(spelling, start, text, spans);
    }
  }

  private findShort(spelling: SecretSpelling, text: string, spans: TextSpan[]): void {
    for (let at = text.indexOf(spelling.text); at >= 0; at = text.indexOf(spelling.text, at + 1)) addSpan(spelling, at, text, spans);
  }

  private anchor(spelling: SecretSpelling): void {
    const last = spelling.text.length - gramLength;
    const choices = [...new Set([last, last >> 1, 0, last >> 2, last - (last >> 2)])].map((offset) => {
      const gram = spelling.text.slice(offset, offset + gramLength);
      return { offset, gram, shared: this.anchors.get(gram)?.length ?? 0 };
    });
    const best = choices.reduce((least, choice) => (choice.shared < least.shared ? choice : least));
    const entry = { spelling, offset: best.offset };
    const known = this.anchors.get(best.gram);
    if (known === undefined) this.anchors.set(best.gram, [entry]);
    else known.push(entry);
  }

  private slot(hash: number): number {
    return Math.imul(hash, golden) >>> this.shift;
  }
}

function hashOf(gram: string): number {
  let hash = 0;
  for (let at = 0; at < gram.length; at += 1) hash = (hash << bitsPerCharacter) ^ gram.charCodeAt(at);
  return hash;
}

function addSpan(spelling: SecretSpelling, start: number, text: string, spans: TextSpan[]): void {
  const end = start + spelling.text.length;
  if (spelling.isWhole && !(standsFree(text, start, -1) && standsFree(text, end, 1))) return;
  const before = spelling.before > 0 && /[\w+/-]/u.test(text.charAt(start - 1)) ? 1 : 0;
  const after = spelling.after > 0 ? (/^[\w+/-]?={0,2}/u.exec(text.slice(end, end + 3))?.[0].length ?? 0) : 0;
  spans.push({ start: start - before, end: end + after });
}

/** No letter or digit goes on at this edge; the end of an escape (`\n`, `%22`, `\u0022`) is no letter. */
export function standsFree(text: string, edge: number, side: -1 | 1): boolean {
  const inside = text.charAt(side < 0 ? edge : edge - 1);
  const outside = text.charAt(side < 0 ? edge - 1 : edge);
  if (!/[A-Za-z0-9]/u.test(inside) || !/[A-Za-z0-9]/u.test(outside)) return true;
  return side < 0 && /(?:\\[nrtbf]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4})$/u.test(text.slice(Math.max(0, edge - 6), edge));
}

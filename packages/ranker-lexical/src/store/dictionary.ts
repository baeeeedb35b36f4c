import { growUint32 } from './grow.js';
import { hashText } from './key-table.js';

/** Bit of a letter or digit in a term's signature: letters 0 to 25, digits 26 to 31, everything else hashed into them. */
function signatureBit(code: number): number {
  if (code >= 97 && code <= 122) return 1 << (code - 97);
  return 1 << (26 + (code % 6));
}

/** Letters that occur in a term, as a bit set; two terms one edit apart differ in at most two bits. */
export function signatureOf(term: string): number {
  let signature = 0;
  for (let index = 0; index < term.length; index += 1) signature |= signatureBit(term.charCodeAt(index));
  return signature >>> 0;
}

/** Brings the high bits of FNV down, which are the better ones. */
const spread = (hash: number): number => (hash ^ (hash >>> 15)) >>> 0;

/** Which terms exist for a search. */
export interface KnownTerms {
  has(term: number): boolean;
  mayHave(hash: number): boolean;
}

/** Numbers of terms that have something in common, ascending. */
export interface TermGroup {
  numbers: Uint32Array<ArrayBuffer>;
  count: number;
}

const firstLetter = 97;
const letters = 26;
const longestGroup = 64;
const noTerms: TermGroup = { numbers: new Uint32Array(0), count: 0 };

/** Numbers the terms of an index. Numbers are never reused, also when no tool has the term any more. */
export class Dictionary {
  readonly terms: string[] = [];
  /** Letters of each term, for the search of near spellings. */
  signatures = new Uint32Array(1024);
  /** Terms by their length and first letter, for the search of near spellings; see `startingWith`. */
  private readonly groups: (TermGroup | undefined)[] = [];
  /** Hash of each term. */
  hashes = new Uint32Array(1024);
  /** Number of a term plus 1 by the low bits of its hash, 0 for a free slot; at most half of them are taken. */
  private slots = new Uint32Array(2048);

  get size(): number {
    return this.terms.length;
  }

  /** The number of a term. With `known`, of one that is known there, which is asked before the term is looked for. */
  find(term: string, known?: KnownTerms): number | undefined {
    const hash = spread(hashText(term));
    if (known?.mayHave(hash) === false) return undefined;
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; this.slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = (this.slots[slot] as number) - 1;
      if (this.hashes[number] !== hash || known?.has(number) === false) continue;
      if (this.terms[number] === term) return number;
    }
    return undefined;
  }

  intern(term: string): number {
    const known = this.find(term);
    if (known !== undefined) return known;
    const number = this.terms.length;
    this.terms.push(term);
    this.hashes = growUint32(this.hashes, number + 1);
    this.hashes[number] = spread(hashText(term));
    if (this.terms.length * 2 > this.slots.length) this.growSlots();
    else this.place(number);
    this.signatures = growUint32(this.signatures, number + 1);
    this.signatures[number] = signatureOf(term);
    this.group(term, number);
    return number;
  }

  /** Terms of a length that begin with the letter `a` to `z` of this code; those of more than 64 letters count as of 64. */
  startingWith(code: number, length: number): TermGroup {
    return this.groups[length * letters + code - firstLetter] ?? noTerms;
  }

  private group(term: string, number: number): void {
    const letter = term.charCodeAt(0) - firstLetter;
    // Near spellings begin with a letter, or with a letter and another one exchanged.
    if (!(letter >= 0 && letter < letters)) return;
    const group = (this.groups[Math.min(longestGroup, term.length) * letters + letter] ??= { numbers: new Uint32Array(0), count: 0 });
    group.numbers = growUint32(group.numbers, group.count + 1);
    group.numbers[group.count] = number;
    group.count += 1;
  }

  private place(number: number): void {
    const mask = this.slots.length - 1;
    let slot = (this.hashes[number] as number) & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = number + 1;
  }

  private growSlots(): void {
    this.slots = new Uint32Array(this.slots.length * 2);
    for (let number = 0; number < this.terms.length; number += 1) this.place(number);
  }
}

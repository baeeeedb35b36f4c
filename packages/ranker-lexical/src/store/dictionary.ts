import { growUint32, growUint8 } from './grow.js';

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

/** Numbers the terms of an index. Numbers are never reused, also when no tool has the term any more. */
export class Dictionary {
  readonly terms: string[] = [];
  /** Letters of each term, for the search of near spellings. */
  signatures = new Uint32Array(1024);
  lengths = new Uint8Array(1024);
  private readonly numbers = new Map<string, number>();

  get size(): number {
    return this.terms.length;
  }

  find(term: string): number | undefined {
    return this.numbers.get(term);
  }

  intern(term: string): number {
    const known = this.numbers.get(term);
    if (known !== undefined) return known;
    const number = this.terms.length;
    this.terms.push(term);
    this.numbers.set(term, number);
    this.signatures = growUint32(this.signatures, number + 1);
    this.lengths = growUint8(this.lengths, number + 1);
    this.signatures[number] = signatureOf(term);
    this.lengths[number] = Math.min(255, term.length);
    return number;
  }
}

import { growUint32 } from './grow.js';

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
  /** Numbers of the terms of each length, ascending; lengths from 64 on are together. */
  readonly byLength: { numbers: Uint32Array<ArrayBuffer>; count: number }[] = Array.from({ length: 65 }, () => ({
    numbers: new Uint32Array(0),
    count: 0,
  }));
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
    this.signatures[number] = signatureOf(term);
    const same = this.byLength[Math.min(64, term.length)] as { numbers: Uint32Array<ArrayBuffer>; count: number };
    same.numbers = growUint32(same.numbers, same.count + 1);
    same.numbers[same.count] = number;
    same.count += 1;
    return number;
  }
}

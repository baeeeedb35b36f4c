/** Number of bits set in a word. */
export function bitCount(word: number): number {
  let count = word - ((word >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Whether bit `index` is set; bits beyond the end are not. */
export function hasBit(bitmap: Uint32Array, index: number): boolean {
  return (((bitmap[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1;
}

/** Sets or clears bit `index`, which lies within the bitmap. */
export function setBit(bitmap: Uint32Array, index: number, value: boolean): void {
  const word = bitmap[index >>> 5] as number;
  const bit = 1 << (index & 31);
  bitmap[index >>> 5] = value ? word | bit : word & ~bit;
}

/** Number of bits set in both bitmaps. */
export function commonBits(left: Uint32Array, right: Uint32Array): number {
  let count = 0;
  const words = Math.min(left.length, right.length);
  for (let word = 0; word < words; word += 1) count += bitCount((left[word] as number) & (right[word] as number));
  return count;
}

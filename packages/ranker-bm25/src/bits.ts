/** Whether bit `index` of a bitmap is set; bits beyond its end are not. */
export function hasBit(bitmap: Uint32Array, index: number): boolean {
  return (((bitmap[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1;
}

/** A copy with twice the room. */
export function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** The lowest power of two that is not below `least`, and not below 1024. */
export function roomFor(least: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(least, 1024)));
}

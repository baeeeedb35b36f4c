const grown = (have: number, need: number): number => Math.max(need, Math.ceil(have * 1.25) + 64);

/** The array itself when it holds `need` elements, otherwise a longer copy. */
export function growUint32(array: Uint32Array<ArrayBuffer>, need: number): Uint32Array<ArrayBuffer> {
  if (array.length >= need) return array;
  const longer = new Uint32Array(grown(array.length, need));
  longer.set(array);
  return longer;
}

/** As `growUint32`. */
export function growUint8(array: Uint8Array<ArrayBuffer>, need: number): Uint8Array<ArrayBuffer> {
  if (array.length >= need) return array;
  const longer = new Uint8Array(grown(array.length, need));
  longer.set(array);
  return longer;
}

/** As `growUint32`. */
export function growInt32(array: Int32Array<ArrayBuffer>, need: number): Int32Array<ArrayBuffer> {
  if (array.length >= need) return array;
  const longer = new Int32Array(grown(array.length, need));
  longer.set(array);
  return longer;
}

/** As `growUint32`. */
export function growFloat64(array: Float64Array<ArrayBuffer>, need: number): Float64Array<ArrayBuffer> {
  if (array.length >= need) return array;
  const longer = new Float64Array(grown(array.length, need));
  longer.set(array);
  return longer;
}

/** The vector scaled to length 1, so that a product is a cosine; zeros stay zeros. `undefined` when it holds what is no finite number. */
export function unitVector(vector: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> | undefined {
  let largest = 0;
  for (const value of vector) {
    if (!Number.isFinite(value)) return undefined;
    largest = Math.max(largest, Math.abs(value));
  }
  if (largest === 0) return vector;
  // In proportion to the largest one, so that no square is too large or too small.
  let sum = 0;
  for (const value of vector) sum += (value / largest) ** 2;
  const length = largest * Math.sqrt(sum);
  // Kept vectors have this length already, up to rounding; they stay as they are.
  return Math.abs(length - 1) < 1e-6 ? vector : vector.map((value) => value / length);
}

/**
 * Of all 2^n sums ±sizes[0] ± … ± sizes[n − 1], how many are at least `threshold` away from zero. Each half of the
 * list is enumerated and sorted, and the halves are combined by walking one up and the other down: √(2^n) work.
 */
export function countAtLeast(sizes: Float64Array, threshold: number): number {
  const total = 2 ** sizes.length;
  if (threshold <= 0) return total;
  const middle = sizes.length >> 1;
  const left = signedSums(sizes.subarray(0, middle)).sort();
  const right = signedSums(sizes.subarray(middle)).sort();
  let count = 0;
  let above = right.length;
  for (const sum of left) {
    while (above > 0 && sum + right[above - 1]! >= threshold) above--;
    count += right.length - above;
  }
  // Every pattern has a mirror image on the other side of zero.
  return 2 * count;
}

function signedSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(2 ** values.length);
  fillSignedSums(sums, values);
  return sums;
}

/**
 * Writes all 2^n sums ±v0 ± v1 … to the front of a list, and returns how many they are; a sum stands where the bits
 * of its place are set for plus. Each is made of n additions, so rounding stays below the tie tolerance.
 */
export function fillSignedSums(sums: Float64Array, values: Float64Array): number {
  let filled = 1;
  sums[0] = 0;
  for (const value of values) {
    for (let i = 0; i < filled; i++) {
      const sum = sums[i]!;
      sums[i] = sum - value;
      sums[filled + i] = sum + value;
    }
    filled *= 2;
  }
  return filled;
}

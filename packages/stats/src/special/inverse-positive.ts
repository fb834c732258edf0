/** The inverse of a symmetric positive definite matrix, by Cholesky's factors. */
export function inversePositive(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length;
  const lower = matrix.map((row) => row.map(() => 0));
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let rest = matrix[i]![j]!;
      for (let k = 0; k < j; k++) rest -= lower[i]![k]! * lower[j]![k]!;
      lower[i]![j] = i === j ? Math.sqrt(Math.max(rest, Number.MIN_VALUE)) : rest / lower[j]![j]!;
    }
  }
  const inverse = matrix.map((row) => row.map(() => 0));
  for (let column = 0; column < size; column++) {
    const solution = new Array<number>(size).fill(0);
    for (let i = 0; i < size; i++) {
      let rest = i === column ? 1 : 0;
      for (let k = 0; k < i; k++) rest -= lower[i]![k]! * solution[k]!;
      solution[i] = rest / lower[i]![i]!;
    }
    for (let i = size - 1; i >= 0; i--) {
      let rest = solution[i]!;
      for (let k = i + 1; k < size; k++) rest -= lower[k]![i]! * solution[k]!;
      solution[i] = rest / lower[i]![i]!;
    }
    for (let i = 0; i < size; i++) inverse[i]![column] = solution[i]!;
  }
  return inverse;
}

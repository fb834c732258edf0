import fc from "fast-check";
import { expect, test } from "vitest";
import { inversePositive } from "./inverse-positive.ts";

test("a matrix times its inverse is one", () => {
  const entries = fc.array(
    fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 4, maxLength: 4 }),
    {
      minLength: 4,
      maxLength: 4,
    },
  );
  fc.assert(
    fc.property(entries, (rows) => {
      // R·Rᵀ + I is symmetric and positive definite.
      const matrix = rows.map((a, i) =>
        rows.map((b, j) => (i === j ? 1 : 0) + a.reduce((t, x, k) => t + x * b[k]!, 0)),
      );
      const inverse = inversePositive(matrix);
      matrix.forEach((row, i) => {
        rows.forEach((_, j) => {
          const product = row.reduce((total, value, k) => total + value * inverse[k]![j]!, 0);
          expect(product).toBeCloseTo(i === j ? 1 : 0, 10);
        });
      });
    }),
  );
});

import { requirePositive } from "../input/require.ts";

/** ln √(2π). */
export const logSqrtTwoPi = 0.9189385332046728;

/** From here on the Stirling series below is exact to the last digit of a double. */
const stirlingFrom = 10;

/**
 * What Stirling's formula lacks: lnΓ(x) − ((x − ½)·ln x − x + ln √(2π)), for x ≥ 10. Differences of lnΓ at large
 * arguments are taken through it, where subtracting two values of lnΓ would lose digits.
 */
export function stirlingRemainder(x: number): number {
  const r = 1 / (x * x);
  const series =
    1 / 12 +
    r * (-1 / 360 + r * (1 / 1260 + r * (-1 / 1680 + r * (1 / 1188 + r * (-691 / 360360 + r / 156)))));
  return series / x;
}

/** The natural logarithm of the gamma function, for x > 0. */
export function logGamma(x: number): number {
  requirePositive("x", x);
  if (x === 1 || x === 2) return 0;
  let shifted = x;
  let product = 1;
  while (shifted < stirlingFrom) product *= shifted++;
  return (
    (shifted - 0.5) * Math.log(shifted) -
    shifted +
    logSqrtTwoPi +
    stirlingRemainder(shifted) -
    Math.log(product)
  );
}

import { requirePositive, requireProbability } from "../input/require.ts";
import { logBeta } from "./log-beta.ts";

/**
 * The regularised incomplete beta function I_x(a, b): the share of a Beta(a, b) distribution below x.
 * `complement` is 1 − x; pass it when it is known more exactly than x, to keep small tails exact.
 */
export function incompleteBeta(x: number, a: number, b: number, complement = 1 - x): number {
  requireProbability("x", x);
  requirePositive("a", a);
  requirePositive("b", b);
  if (x === 0) return 0;
  if (complement === 0) return 1;
  // The fraction converges fast below the mean; above it the mirrored one does.
  const value =
    x <= (a + 1) / (a + b + 2)
      ? (front(x, complement, a, b) * fraction(x, a, b)) / a
      : 1 - (front(x, complement, a, b) * fraction(complement, b, a)) / b;
  return Math.min(1, Math.max(0, value));
}

/** x^a (1 − x)^b / B(a, b), in logarithms so that large parameters do not overflow. */
function front(x: number, complement: number, a: number, b: number): number {
  const logX = x < 0.5 ? Math.log(x) : Math.log1p(-complement);
  const logComplement = x < 0.5 ? Math.log1p(-x) : Math.log(complement);
  return Math.exp(a * logX + b * logComplement - logBeta(a, b));
}

/** The continued fraction of I_x(a, b) by Lentz's method (DLMF 8.17.22); it needs about √max(a, b) steps. */
function fraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const away = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  const steps = 200 + 20 * Math.sqrt(Math.max(a, b));
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m <= steps; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    const change = d * c;
    result *= change;
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return result;
}

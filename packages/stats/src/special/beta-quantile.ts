import { requireProbability } from "../input/require.ts";
import { incompleteBeta } from "./incomplete-beta.ts";
import { logBeta } from "./log-beta.ts";

/** The x with I_x(a, b) = probability: a quantile of the Beta(a, b) distribution. */
export function betaQuantile(probability: number, a: number, b: number): number {
  requireProbability("probability", probability);
  if (probability === 0 || probability === 1) return probability;
  // Solved on the side of the nearer end, so that a quantile close to 0 or to 1 keeps its digits.
  return probability <= incompleteBeta(0.5, a, b)
    ? solveBelowHalf(probability, a, b)
    : 1 - solveBelowHalf(1 - probability, b, a);
}

/** Newton's method inside a shrinking bracket, for a root known to lie in (0, ½]. */
function solveBelowHalf(target: number, a: number, b: number): number {
  const logNorm = logBeta(a, b);
  let low = 0;
  let high = 0.5;
  let x = Math.min(0.5, a / (a + b));
  for (let i = 0; i < 2000; i++) {
    const error = incompleteBeta(x, a, b) - target;
    if (error === 0) return x;
    if (error > 0) high = x;
    else low = x;
    const density = Math.exp((a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x) - logNorm);
    const newton = x - error / density;
    const next = newton > low && newton < high ? newton : between(low, high);
    if (Math.abs(next - x) <= 2e-16 * next || next === 0) return next;
    x = next;
  }
  return x;
}

/** The middle of a bracket, by size when its ends differ in size, so that tiny roots are reached quickly. */
function between(low: number, high: number): number {
  if (low === 0) return high / 64;
  return high > 4 * low ? Math.sqrt(low * high) : (low + high) / 2;
}

import { InvalidInputError } from "../input/invalid-input.ts";
import { requireFraction } from "../input/require.ts";
import { incompleteBeta } from "./incomplete-beta.ts";
import { logBeta } from "./log-beta.ts";
import { normalCdf, normalQuantile } from "./normal.ts";

/**
 * The share of Student's t distribution below t. Degrees of freedom are any number above 0; with Infinity it is
 * the normal distribution. The lower tail keeps its digits however small it is.
 */
export function studentTCdf(t: number, degreesOfFreedom: number): number {
  if (Number.isNaN(t)) throw new InvalidInputError("t", "a number", t);
  requireDegrees(degreesOfFreedom);
  if (degreesOfFreedom === Infinity) return normalCdf(t);
  const tail = lowerTail(Math.abs(t), degreesOfFreedom);
  return t <= 0 ? tail : 1 - tail;
}

/** The probability that |T| is at least |t|: the two-sided p of a t statistic. */
export function studentTTwoSidedP(t: number, degreesOfFreedom: number): number {
  return Math.min(1, 2 * studentTCdf(-Math.abs(t), degreesOfFreedom));
}

/** The t below which this share of Student's t distribution lies. */
export function studentTQuantile(probability: number, degreesOfFreedom: number): number {
  requireFraction("probability", probability);
  requireDegrees(degreesOfFreedom);
  if (probability === 0.5) return 0;
  if (degreesOfFreedom === Infinity) return normalQuantile(probability);
  const tail = Math.min(probability, 1 - probability);
  const size = solveTail(tail, degreesOfFreedom);
  return probability < 0.5 ? -size : size;
}

function requireDegrees(degreesOfFreedom: number): void {
  if (!(degreesOfFreedom > 0)) throw new InvalidInputError("degreesOfFreedom", "above 0", degreesOfFreedom);
}

/** P(T < −t) for t ≥ 0. */
function lowerTail(t: number, df: number): number {
  if (t === Infinity) return 0;
  const square = t * t;
  if (square === Infinity) return 0;
  // So close to the normal distribution that its fourth-order match (Abramowitz and Stegun 26.7.8) is the more exact.
  if (df > 1e6) return normalCdf((-t * (1 - 1 / (4 * df))) / Math.sqrt(1 + square / (2 * df)));
  return 0.5 * incompleteBeta(df / (df + square), df / 2, 0.5, square / (df + square));
}

/** The t > 0 with this much above it: Newton's method inside a bracket found by doubling. */
function solveTail(tail: number, df: number): number {
  let low = 0;
  let high = 1;
  while (lowerTail(high, df) > tail && high < 1e150) {
    low = high;
    high *= 2;
  }
  const logNorm = logBeta(df / 2, 0.5) + 0.5 * Math.log(df);
  let t = (low + high) / 2;
  for (let i = 0; i < 200; i++) {
    const error = lowerTail(t, df) - tail;
    if (error === 0) return t;
    if (error > 0) low = t;
    else high = t;
    const density = Math.exp(-0.5 * (df + 1) * Math.log1p((t * t) / df) - logNorm);
    const newton = t + error / density;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - t) <= 1e-15 * next) return next;
    t = next;
  }
  return t;
}

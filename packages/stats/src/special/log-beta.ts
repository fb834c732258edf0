import { logGamma, logSqrtTwoPi, stirlingRemainder } from "./log-gamma.ts";

/** The natural logarithm of the beta function B(a, b), for a, b > 0; keeps its digits for large arguments. */
export function logBeta(a: number, b: number): number {
  const small = Math.min(a, b);
  const large = Math.max(a, b);
  const sum = small + large;
  if (large < 10) return logGamma(small) + logGamma(large) - logGamma(sum);
  const share = small / sum;
  const remainder = stirlingRemainder(large) - stirlingRemainder(sum);
  if (small < 10) {
    return logGamma(small) + remainder + small - small * Math.log(sum) + (large - 0.5) * Math.log1p(-share);
  }
  return (
    logSqrtTwoPi -
    0.5 * Math.log(large) +
    stirlingRemainder(small) +
    remainder +
    (small - 0.5) * Math.log(share) +
    large * Math.log1p(-share)
  );
}

/** The natural logarithm of the number of ways to choose k of n. */
export function logChoose(n: number, k: number): number {
  return k === 0 || k === n ? 0 : -Math.log(n + 1) - logBeta(n - k + 1, k + 1);
}

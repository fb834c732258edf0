import { InvalidInputError } from "../input/invalid-input.ts";
import { requireFraction } from "../input/require.ts";
import { logSqrtTwoPi } from "./log-gamma.ts";

/** The density of the standard normal distribution. */
export function normalDensity(z: number): number {
  return Math.exp(-0.5 * z * z - logSqrtTwoPi);
}

/** The share of the standard normal distribution below z; the lower tail is exact down to 1e−300. */
export function normalCdf(z: number): number {
  if (Number.isNaN(z)) throw new InvalidInputError("z", "a number", z);
  if (z > 3) return 1 - upperTail(z);
  if (z < -3) return upperTail(-z);
  return 0.5 + normalDensity(z) * centralSeries(z);
}

/** z + z³/3 + z⁵/15 + …: all terms of one sign, so nothing cancels. */
function centralSeries(z: number): number {
  let term = z;
  let sum = z;
  for (let k = 3; Math.abs(term) > 1e-18 * Math.abs(sum); k += 2) {
    term *= (z * z) / k;
    sum += term;
  }
  return sum;
}

/** The share above z > 3, by Laplace's continued fraction of the Mills ratio. */
function upperTail(z: number): number {
  let denominator = z;
  for (let k = 100; k >= 1; k--) denominator = z + k / denominator;
  return normalDensity(z) / denominator;
}

/** The z below which this share of the standard normal distribution lies. */
export function normalQuantile(probability: number): number {
  requireFraction("probability", probability);
  if (probability === 0.5) return 0;
  if (probability > 0.5) return -lowerQuantile(1 - probability);
  return lowerQuantile(probability);
}

/** A rational first guess (Abramowitz and Stegun 26.2.23), then Halley steps to full precision. */
function lowerQuantile(probability: number): number {
  const s = Math.sqrt(-2 * Math.log(probability));
  let z =
    (2.515517 + s * (0.802853 + s * 0.010328)) / (1 + s * (1.432788 + s * (0.189269 + s * 0.001308))) - s;
  for (let i = 0; i < 3; i++) {
    const error = (normalCdf(z) - probability) / normalDensity(z);
    z -= error / (1 + (z * error) / 2);
  }
  return z;
}

import { mean } from "./mean.ts";

/** The sum of squared distances from the mean, in two passes; 0 for an empty list. */
export function squaredDeviations(values: ArrayLike<number>, centre: number | null = mean(values)): number {
  if (centre === null) return 0;
  let squares = 0;
  let drift = 0;
  for (let i = 0; i < values.length; i++) {
    const distance = values[i]! - centre;
    squares += distance * distance;
    drift += distance;
  }
  // The second term takes out what rounding of the mean put in.
  return values.length === 0 ? 0 : Math.max(0, squares - (drift * drift) / values.length);
}

/** The variance of the population the values are a sample of (divided by n − 1); null below two values. */
export function sampleVariance(values: ArrayLike<number>): number | null {
  return values.length < 2 ? null : squaredDeviations(values) / (values.length - 1);
}

/** The square root of the sample variance; null below two values. */
export function sampleDeviation(values: ArrayLike<number>): number | null {
  const variance = sampleVariance(values);
  return variance === null ? null : Math.sqrt(variance);
}

/** The variance of the values taken as the whole population (divided by n); null for an empty list. */
export function populationVariance(values: ArrayLike<number>): number | null {
  return values.length === 0 ? null : squaredDeviations(values) / values.length;
}

/** The square root of the population variance; null for an empty list. */
export function populationDeviation(values: ArrayLike<number>): number | null {
  const variance = populationVariance(values);
  return variance === null ? null : Math.sqrt(variance);
}

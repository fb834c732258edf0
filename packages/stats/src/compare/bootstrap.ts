import type { Interval } from "../input/interval.ts";
import { requireCount, requireFraction } from "../input/require.ts";
import { mulberry32 } from "../random/mulberry32.ts";
import { quantileOfSorted } from "../summary/quantile.ts";
import { populationDeviation } from "../summary/variance.ts";

/** Settings of the bootstrap. */
export interface BootstrapOptions {
  /** Default 0.95. */
  confidence?: number;
  /** Samples drawn. Default 2,000. */
  resamples?: number;
  /** Default 1. */
  seed?: number;
  /** Below this many items there is no interval: with 8 tasks it would miss the truth 12 % of the time. Default 20. */
  minimumItems?: number;
}

/** A percentile bootstrap interval, or why there is none. */
export type Bootstrap =
  | {
      state: "estimated";
      items: number;
      /** The statistic of the items as given. */
      estimate: number;
      /** Standard deviation of the statistic over the samples. */
      standardError: number;
      interval: Interval;
      /** Samples that had no value (a ratio with nothing below the line); left out, at most 5 %. */
      undefinedResamples: number;
    }
  | { state: "too-few-items"; items: number; needed: number }
  /** The statistic has no value for the items, or for more than 5 % of the samples. */
  | { state: "statistic-undefined"; items: number };

/**
 * The interval of any statistic, by drawing items (tasks, never cells) with replacement. For statistics without
 * a t: pass^k, medians, ratios of cost. The statistic may return null or NaN for "no value", and must not keep
 * the list it is given: it is filled anew for each sample.
 */
export function bootstrap<Item>(
  items: readonly Item[],
  statistic: (sample: readonly Item[]) => number | null,
  options: BootstrapOptions = {},
): Bootstrap {
  const count = items.length;
  const sample = [...items];
  const drawn = (random: () => number) => {
    for (let i = 0; i < count; i++) sample[i] = items[Math.floor(random() * count)]!;
    return statistic(sample);
  };
  return bootstrapDrawn(count, () => statistic(items), drawn, options);
}

/**
 * The same for a statistic that draws its items itself, one number of the source for each, where making a list of
 * every sample would take too long.
 */
export function bootstrapDrawn(
  count: number,
  whole: () => number | null,
  drawn: (random: () => number) => number | null,
  { confidence = 0.95, resamples = 2000, seed = 1, minimumItems = 20 }: BootstrapOptions = {},
): Bootstrap {
  requireFraction("confidence", confidence);
  requireCount("resamples", resamples, 1);
  requireCount("minimumItems", minimumItems, 1);
  if (count < minimumItems) return { state: "too-few-items", items: count, needed: minimumItems };
  const estimate = whole();
  if (!isValue(estimate)) return { state: "statistic-undefined", items: count };
  const random = mulberry32(seed);
  const values = new Float64Array(resamples);
  let filled = 0;
  for (let resample = 0; resample < resamples; resample++) {
    const value = drawn(random);
    if (isValue(value)) values[filled++] = value;
  }
  const undefinedResamples = resamples - filled;
  if (undefinedResamples > 0.05 * resamples) return { state: "statistic-undefined", items: count };
  const sorted = values.subarray(0, filled).sort();
  const tail = (1 - confidence) / 2;
  return {
    state: "estimated",
    items: count,
    estimate,
    standardError: populationDeviation(sorted)!,
    interval: [quantileOfSorted(sorted, tail)!, quantileOfSorted(sorted, 1 - tail)!],
    undefinedResamples,
  };
}

function isValue(value: number | null): value is number {
  return value !== null && Number.isFinite(value);
}

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
  const sample = [...items];
  const drawn = (places: Uint32Array) => {
    for (let i = 0; i < places.length; i++) sample[i] = items[places[i]!]!;
    return statistic(sample);
  };
  return bootstrapTogether(items.length, [{ whole: () => statistic(items), drawn }], options)[0]!;
}

/** A statistic of items that it is told by their places; null or NaN for "no value". */
export interface PlacedStatistic {
  /** Of the items as given. */
  whole: () => number | null;
  /** Of a sample. It must not keep the list of places, which is filled anew for each sample. */
  drawn: (places: Uint32Array) => number | null;
}

/**
 * The same for many statistics of as many items each, without making lists of them. A seed draws the same places for
 * every statistic, so that they are drawn once; each has the interval it has alone.
 */
export function bootstrapTogether(
  count: number,
  statistics: readonly PlacedStatistic[],
  { confidence = 0.95, resamples = 2000, seed = 1, minimumItems = 20 }: BootstrapOptions = {},
): Bootstrap[] {
  requireFraction("confidence", confidence);
  requireCount("resamples", resamples, 1);
  requireCount("minimumItems", minimumItems, 1);
  if (count < minimumItems)
    return statistics.map(() => ({ state: "too-few-items", items: count, needed: minimumItems }));
  const estimates = statistics.map(({ whole }) => whole());
  const samples = estimates.map((estimate) => (isValue(estimate) ? new Samples(resamples) : null));
  const random = mulberry32(seed);
  const places = new Uint32Array(count);
  for (let resample = 0; resample < resamples; resample++) {
    for (let i = 0; i < count; i++) places[i] = Math.floor(random() * count);
    for (let at = 0; at < statistics.length; at++) samples[at]?.add(statistics[at]!.drawn(places));
  }
  return samples.map((values, at): Bootstrap => {
    const missing = values?.missing() ?? resamples;
    if (values === null || missing > 0.05 * resamples) return { state: "statistic-undefined", items: count };
    const sorted = values.sorted();
    const tail = (1 - confidence) / 2;
    return {
      state: "estimated",
      items: count,
      estimate: estimates[at]!,
      standardError: populationDeviation(sorted)!,
      interval: [quantileOfSorted(sorted, tail)!, quantileOfSorted(sorted, 1 - tail)!],
      undefinedResamples: missing,
    };
  });
}

/** The values of a statistic over the samples; those without one are only counted. */
class Samples {
  readonly #values: Float64Array;
  #filled = 0;
  #seen = 0;

  constructor(resamples: number) {
    this.#values = new Float64Array(resamples);
  }

  add(value: number | null): void {
    this.#seen += 1;
    if (isValue(value)) this.#values[this.#filled++] = value;
  }

  missing(): number {
    return this.#seen - this.#filled;
  }

  sorted(): Float64Array {
    return this.#values.subarray(0, this.#filled).sort();
  }
}

function isValue(value: number | null): value is number {
  return value !== null && Number.isFinite(value);
}

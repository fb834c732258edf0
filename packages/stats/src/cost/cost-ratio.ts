import { type BootstrapOptions, bootstrapTogether } from "../compare/bootstrap.ts";
import type { Families } from "../input/families.ts";
import { independentUnits } from "../input/independent-units.ts";
import type { Interval } from "../input/interval.ts";
import { requireNonNegative, requireSameLength } from "../input/require.ts";
import { normalQuantile } from "../special/normal.ts";

/** How many times as much a candidate costs, and how surely. */
export interface CostRatio {
  /** Total of the candidate over total of the baseline, on the tasks both ran. */
  value: number;
  /** Null with fewer tasks than a bootstrap needs. */
  interval: Interval | null;
}

/** From so many tasks on the interval is that of the normal law: it agrees with the bootstrap, which takes long. */
const manyTasks = 10_000;

/** What two subjects cost, task by task and in the same order. */
export interface CostPair {
  candidate: readonly number[];
  baseline: readonly number[];
  /** The family of each task: whole families are drawn then. Default: every task is alone. */
  families?: Families | undefined;
}

/** The ratio of two subjects' costs per task, tasks in the same order; null when the baseline cost nothing. */
export function costRatio(
  candidate: readonly number[],
  baseline: readonly number[],
  { families, ...options }: BootstrapOptions & Pick<CostPair, "families"> = {},
): CostRatio | null {
  return costRatios([{ candidate, baseline, families }], options)[0]!;
}

/** The same for many pairs, each with the result it has alone: pairs of as many tasks share the samples of a seed. */
export function costRatios(pairs: readonly CostPair[], options: BootstrapOptions = {}): (CostRatio | null)[] {
  const read = pairs.map(readPair);
  const found = read.map(({ value }): CostRatio | null =>
    value === null ? null : { value, interval: null },
  );
  const known = [...read.keys()].filter((at) => found[at] !== null);
  for (const [count, places] of Map.groupBy(known, (at) => read[at]!.above.length)) {
    const ofCount = places.map((at) => read[at]!);
    const intervals =
      count >= manyTasks
        ? ofCount.map((pair) => normalInterval(pair, options.confidence))
        : drawnIntervals(count, ofCount, options);
    places.forEach((at, place) => {
      found[at]!.interval = intervals[place]!;
    });
  }
  return found;
}

interface ReadPair {
  above: Float64Array;
  below: Float64Array;
  /** Null when the baseline cost nothing. */
  value: number | null;
}

function readPair({ candidate, baseline, families }: CostPair): ReadPair {
  requireSameLength("candidate", candidate, "baseline", baseline);
  const above = amounts("candidate", candidate, families);
  const below = amounts("baseline", baseline, families);
  let [a, b] = [0, 0];
  for (let task = 0; task < above.length; task++) {
    a += above[task]!;
    b += below[task]!;
  }
  return { above, below, value: b > 0 ? a / b : null };
}

function amounts(name: string, costs: readonly number[], families: Families | undefined): Float64Array {
  for (let task = 0; task < costs.length; task++) {
    if (!(costs[task]! >= 0 && costs[task]! < Infinity)) requireNonNegative(`${name}[${task}]`, costs[task]!);
  }
  return Float64Array.from(independentUnits(costs, families).values);
}

function drawnIntervals(
  count: number,
  pairs: readonly ReadPair[],
  options: BootstrapOptions,
): (Interval | null)[] {
  const statistics = pairs.map(({ above, below, value }) => ({
    whole: () => value,
    drawn: (places: Uint32Array) => {
      let [a, b] = [0, 0];
      for (let draw = 0; draw < places.length; draw++) {
        a += above[places[draw]!]!;
        b += below[places[draw]!]!;
      }
      return b > 0 ? a / b : null;
    },
  }));
  return bootstrapTogether(count, statistics, options).map((result) =>
    result.state === "estimated" ? result.interval : null,
  );
}

/** By the delta method: the ratio of two means varies as the mean of what the ratio leaves over, task by task. */
function normalInterval({ above, below, value }: ReadPair, confidence = 0.95): Interval {
  const ratio = value!;
  let [squares, total] = [0, 0];
  for (let task = 0; task < above.length; task++) {
    squares += (above[task]! - ratio * below[task]!) ** 2;
    total += below[task]!;
  }
  const half = (normalQuantile((1 + confidence) / 2) * Math.sqrt(squares)) / total;
  return [Math.max(0, ratio - half), ratio + half];
}

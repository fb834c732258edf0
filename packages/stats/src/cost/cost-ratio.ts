import { type BootstrapOptions, bootstrapDrawn } from "../compare/bootstrap.ts";
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

/** The ratio of two subjects' costs per task, tasks in the same order; null when the baseline cost nothing. */
export function costRatio(
  candidate: readonly number[],
  baseline: readonly number[],
  options: BootstrapOptions = {},
): CostRatio | null {
  requireSameLength("candidate", candidate, "baseline", baseline);
  const above = amounts("candidate", candidate);
  const below = amounts("baseline", baseline);
  const count = above.length;
  const whole = () => {
    let [a, b] = [0, 0];
    for (let task = 0; task < count; task++) {
      a += above[task]!;
      b += below[task]!;
    }
    return b > 0 ? a / b : null;
  };
  const value = whole();
  if (value === null) return null;
  if (count >= manyTasks) return { value, interval: normalInterval(above, below, value, options.confidence) };
  const drawn = (random: () => number) => {
    let [a, b] = [0, 0];
    for (let draw = 0; draw < count; draw++) {
      const task = Math.floor(random() * count);
      a += above[task]!;
      b += below[task]!;
    }
    return b > 0 ? a / b : null;
  };
  const result = bootstrapDrawn(count, whole, drawn, options);
  return { value, interval: result.state === "estimated" ? result.interval : null };
}

function amounts(name: string, costs: readonly number[]): Float64Array {
  const list = Float64Array.from(costs);
  for (let task = 0; task < list.length; task++) {
    if (!(list[task]! >= 0 && list[task]! < Infinity)) requireNonNegative(`${name}[${task}]`, costs[task]!);
  }
  return list;
}

/** By the delta method: the ratio of two means varies as the mean of what the ratio leaves over, task by task. */
function normalInterval(
  above: Float64Array,
  below: Float64Array,
  value: number,
  confidence = 0.95,
): Interval {
  let [squares, total] = [0, 0];
  for (let task = 0; task < above.length; task++) {
    squares += (above[task]! - value * below[task]!) ** 2;
    total += below[task]!;
  }
  const half = (normalQuantile((1 + confidence) / 2) * Math.sqrt(squares)) / total;
  return [Math.max(0, value - half), value + half];
}

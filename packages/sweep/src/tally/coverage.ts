import type { AggregateSums } from "./aggregate.ts";

/** How much of the plan has a score, and what the mean could be if the rest had one. */
export interface Coverage {
  planned: number;
  scored: number;
  /** `scored` of `planned`, 0 to 1; 1 when nothing was planned. */
  share: number;
  /** Mean of the scores there are; null when there is none. */
  mean: number | null;
  /** The mean if all that is missing were 0; null when nothing was planned. */
  low: number | null;
  /** The mean if all that is missing were 1. */
  high: number | null;
}

/** Coverage and its bounds, from sums. */
export function coverageOf({ planned, n, scoreSum }: AggregateSums): Coverage {
  return {
    planned,
    scored: n,
    share: planned === 0 ? 1 : n / planned,
    mean: n === 0 ? null : scoreSum / n,
    low: planned === 0 ? null : scoreSum / planned,
    high: planned === 0 ? null : (scoreSum + planned - n) / planned,
  };
}

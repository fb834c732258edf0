import type { Interval } from "../input/interval.ts";
import type { PairedT } from "./paired-t.ts";
import type { SignFlip } from "./sign-flip.ts";

/** A paired t test as a comparison tells it. */
export interface ToldPairedT {
  standardError: number;
  degreesOfFreedom: number;
  interval95: Interval;
  p: number;
  pAdjusted: number;
  adjustment: "holm" | "none";
}

/** A sign-flip test as a comparison tells it. */
export interface ToldSignFlip {
  p: number;
  pAdjusted: number;
  exact: boolean;
}

/** Both tests of one comparison, and what is known of the others beside it. */
export interface TestsToTell {
  /** Tasks that both subjects have. */
  tasks: number;
  /** With 95 % confidence. */
  test: PairedT;
  flip: SignFlip;
  /** The p that decides, adjusted: that of the paired t, or of the sign-flip when the differences do not vary. */
  pAdjusted: number;
  /** That of the sign-flip, adjusted among the sign-flips. */
  flipAdjusted: number;
  /** Comparisons that were made at once. */
  comparisons: number;
}

/**
 * The tests of a comparison as they are told. There is no `paired` with fewer than two tasks or without variance, and
 * no `permutation` without tasks.
 */
export function toldTests(told: TestsToTell): {
  paired: ToldPairedT | null;
  permutation: ToldSignFlip | null;
} {
  const { tasks, test, flip, pAdjusted, flipAdjusted, comparisons } = told;
  const estimated = test.state === "estimated" ? test : null;
  return {
    paired: estimated && {
      standardError: estimated.standardError,
      degreesOfFreedom: estimated.degreesOfFreedom,
      interval95: estimated.interval,
      p: estimated.p,
      pAdjusted,
      adjustment: comparisons > 1 ? "holm" : "none",
    },
    permutation:
      tasks === 0 ? null : { p: flip.p, pAdjusted: estimated ? flipAdjusted : pAdjusted, exact: flip.exact },
  };
}

import { requireSameLength } from "../input/require.ts";
import type { Passes } from "../rate/passes.ts";

/** How a judge's verdicts compare with the labels of people. */
export interface Confusion {
  truePositives: number;
  falseNegatives: number;
  falsePositives: number;
  trueNegatives: number;
  /** Of the items that people pass, those the judge passes too. */
  sensitivity: Passes;
  /** Of the items that people fail, those the judge fails too. */
  specificity: Passes;
}

/** Counts a judge's verdicts against the labels of people, true meaning passed. */
export function confusion(human: readonly boolean[], judge: readonly boolean[]): Confusion {
  requireSameLength("judge", judge, "human", human);
  const count = (label: boolean, verdict: boolean) =>
    human.filter((value, i) => value === label && judge[i] === verdict).length;
  const truePositives = count(true, true);
  const falseNegatives = count(true, false);
  const falsePositives = count(false, true);
  const trueNegatives = count(false, false);
  return {
    truePositives,
    falseNegatives,
    falsePositives,
    trueNegatives,
    sensitivity: { passed: truePositives, runs: truePositives + falseNegatives },
    specificity: { passed: trueNegatives, runs: trueNegatives + falsePositives },
  };
}

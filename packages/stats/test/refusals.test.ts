import { expect, test } from "vitest";
import * as stats from "../src/index.ts";

const odd = [1, Number.NaN];
const some = [0.1, 0.2, 0.4];
const half = { passed: 1, runs: 2 };
const more = { passed: 2, runs: 1 };
const outside = { confidence: 1 };
const judged = {
  ...{ rate: 0.5, outputs: 10 },
  ...{ sensitivity: 0.9, goodLabels: 5, specificity: 0.9, badLabels: 5 },
};
const labels = { human: [1, 0, 1], judge: [1, 0, 0], unlabelled: [1, 0] };
const drawn = { ...{ minimumItems: 2 }, resamples: 10 };
const verdict = { tasks: 10, difference: 0.1, pAdjusted: 0.01, equivalent: false };
const runs = { ...{ runVariance: 1, taskVariance: 1 }, taskCost: 1, runCost: 1 };
const own = { ...{ ownByJudge: 1, ownByOthers: 1 }, otherByJudge: 1, otherByOthers: 1 };
const wins = [
  [0, 2],
  [1, 0],
];
const fit = {
  abilities: [0, 1],
  covariance: [
    [1, 0],
    [0, 1],
  ],
};

/** What is refused, and the first words of how that is said. */
const refused: Record<string, [call: () => unknown, words: string][]> = {
  "one subject": [
    [() => stats.mean(odd), "values[1] must be a finite number"],
    [() => stats.quantile(odd, 0.5), "values[1]"],
    [() => stats.quantile(some, 1.1), "share must be from 0 to 1"],
    [() => stats.correlation(some, [1]), "a must be as long as b"],
    [() => stats.meanInterval(odd), "values[1]"],
    [() => stats.meanInterval(some, outside), "confidence must be between 0 and 1"],
    [() => stats.meanInterval(some, { families: ["a"] }), "families must be as long as values"],
    [() => stats.clusteredMean([[1], odd]), "clusters[1]"],
    [() => stats.varianceParts([some, odd]), "scores[1]"],
    [() => stats.bernoulliStandardError(more), "passed"],
    [() => stats.wilsonInterval(more), "passed"],
    [() => stats.wilsonInterval(half, outside), "confidence"],
    [() => stats.betaInterval(more), "passed"],
    [() => stats.betaInterval(half, outside), "confidence"],
    [() => stats.betaInterval(half, { prior: 0 }), "prior must be a finite number above 0"],
    [() => stats.clopperPearsonInterval(more), "passed"],
    [() => stats.clopperPearsonInterval(half, outside), "confidence"],
    [() => stats.zeroFailuresBound(1.5), "runs must be a whole number"],
    [() => stats.zeroFailuresBound(5, outside), "confidence"],
    [() => stats.passAtK(more, 1), "passed"],
    [() => stats.passAtK(half, 0), "k must be a whole number of at least 1"],
    [() => stats.passHatK(more, 1), "passed"],
    [() => stats.passHatK(half, 0), "k must be a whole number of at least 1"],
  ],
  "two subjects": [
    [() => stats.taskDifferences([some], []), "a must be as long as b"],
    [() => stats.taskDifferences([odd], [some]), "a[0][1]"],
    [() => stats.taskDifferences([some], [odd]), "b[0][1]"],
    [() => stats.quickLook(odd, some), "a[1]"],
    [() => stats.quickLook(some, odd), "b[1]"],
    [() => stats.welch(odd, some), "a[1]"],
    [() => stats.welch(some, odd), "b[1]"],
    [() => stats.welch(some, some, outside), "confidence"],
    [() => stats.winsTiesLosses(odd), "differences[1]"],
    [() => stats.signFlip(odd), "differences[1]"],
    [() => stats.signFlip(some, { draws: 0 }), "draws must be a whole number of at least 1"],
    [() => stats.signFlip(some, { exactUpTo: -1 }), "exactUpTo must be a whole number"],
    [() => stats.signFlip(some, { exactUpTo: 41 }), "exactUpTo must be at most 40"],
    [() => stats.mcnemar({ onlyA: -1, onlyB: 0 }), "onlyA"],
    [() => stats.mcnemar({ onlyA: 0, onlyB: 0.5 }), "onlyB"],
    [() => stats.fixedSuite([some], [some], outside), "confidence"],
    [() => stats.tost(some, { margin: 0 }), "margin"],
    [() => stats.tost(some, { alpha: 0.5 }), "2·alpha"],
    [() => stats.differenceBounds(some, { alpha: 0.5 }), "2·alpha"],
    [() => stats.verdict({ ...verdict, tasks: 0.5 }), "tasks"],
    [() => stats.verdict({ ...verdict, difference: Infinity }), "difference[0]"],
    [() => stats.verdict({ ...verdict, pAdjusted: 1.1 }), "pAdjusted"],
    [() => stats.verdict({ ...verdict, alpha: 0 }), "alpha"],
    [() => stats.bootstrap(some, stats.mean, { ...drawn, ...outside }), "confidence"],
    [() => stats.bootstrap(some, stats.mean, { ...drawn, resamples: 0 }), "resamples"],
    [() => stats.bootstrap(some, stats.mean, { ...drawn, minimumItems: 0 }), "minimumItems"],
    [() => stats.holm([0.1, 2]), "ps[1]"],
    [() => stats.benjaminiHochberg([0.1, 2]), "ps[1]"],
    [() => stats.costRatio(some, [1]), "candidate must be as long as baseline"],
    [() => stats.costRatio([1, -1], [1, 1]), "candidate[1]"],
    [() => stats.costRatio([1, 1], [1, Infinity]), "baseline[1]"],
    [() => stats.paretoFront([{ cost: Number.NaN, score: 1 }]), "costs[0]"],
    [() => stats.paretoFront([{ cost: 1, score: Number.NaN }]), "scores[0]"],
  ],
  "what is enough": [
    [() => stats.power(Number.NaN, 1), "effect[0]"],
    [() => stats.power(1, 0), "standardError"],
    [() => stats.power(1, 1, { alpha: 0 }), "alpha"],
    [() => stats.detectableStandardErrors({ alpha: 1 }), "alpha"],
    [() => stats.detectableStandardErrors({ power: 1 }), "power"],
    [() => stats.minimumDetectableEffect(-1), "standardError"],
    [() => stats.detectableDifference(odd), "differences[1]"],
    [() => stats.sampleSize(0, { taskVariance: 1 }), "|effect|"],
    [() => stats.plannedVariance({ taskVariance: -1 }), "taskVariance"],
    [() => stats.plannedVariance({ taskVariance: 1, runVarianceA: -1 }), "runVarianceA"],
    [() => stats.plannedVariance({ taskVariance: 1, runVarianceB: -1 }), "runVarianceB"],
    [() => stats.plannedVariance({ taskVariance: 1, runsA: 0 }), "runsA"],
    [() => stats.plannedVariance({ taskVariance: 1, runsB: 0 }), "runsB"],
    [() => stats.plannedStandardError(0, { taskVariance: 1 }), "tasks"],
    [() => stats.bestRunsPerTask({ ...runs, runVariance: -1 }), "runVariance"],
    [() => stats.bestRunsPerTask({ ...runs, taskVariance: -1 }), "taskVariance"],
    [() => stats.bestRunsPerTask({ ...runs, taskCost: -1 }), "taskCost"],
    [() => stats.bestRunsPerTask({ ...runs, runCost: 0 }), "runCost"],
    [() => stats.confidenceSequence(odd), "differences[1]"],
    [() => stats.confidenceSequence(some, { startAt: 1 }), "startAt"],
    [() => stats.confidenceSequence(some, { margin: 0 }), "margin"],
    [() => stats.confidenceSequenceHalfWidth(0, 1), "tasks"],
    [() => stats.confidenceSequenceHalfWidth(1, -1), "standardDeviation"],
    [() => stats.confidenceSequenceRho2({ alpha: 1 }), "alpha"],
    [() => stats.confidenceSequenceRho2({ tightestAt: 0 }), "tightestAt"],
    [() => stats.eValue(some, { bets: [] }), "bets must be at least one share"],
    [() => stats.eValue(some, { bets: [1] }), "bets"],
    [() => stats.eValue([1.5]), "differences must be from −1 to 1"],
  ],
  "judges and rankings": [
    [() => stats.confusion([true], []), "judge must be as long as human"],
    [() => stats.cohenKappa([1], []), "a must be as long as b"],
    [() => stats.gwetAc1([1], []), "a must be as long as b"],
    [() => stats.gwetAc1([1], [1], { classes: 1 }), "classes"],
    [() => stats.krippendorffAlpha([[1, Number.NaN]], { level: "interval" }), "ratings[1]"],
    [() => stats.ppi(labels, outside), "confidence"],
    [() => stats.ppi(labels, { lambda: 2 }), "lambda"],
    [() => stats.ppi({ ...labels, judge: [1] }), "judge must be as long as human"],
    [() => stats.ppi({ ...labels, unlabelled: odd }), "unlabelled[1]"],
    [() => stats.roganGladen(judged, outside), "confidence"],
    [() => stats.roganGladen({ ...judged, rate: 2 }), "rate"],
    [() => stats.roganGladen({ ...judged, specificity: -1 }), "specificity"],
    [() => stats.roganGladen({ ...judged, outputs: -1 }), "outputs and labels"],
    [() => stats.selfPreference({ ...own, otherByJudge: Number.NaN }), "scores[2]"],
    [() => stats.lengthSlope([[1]], []), "lengths must be as long as scores"],
    [() => stats.lengthSlope([[1]], [[1, 2]]), "lengths[0] must be as long as scores[0]"],
    [() => stats.lengthSlope([[1, 2]], [odd]), "scores[0][1]"],
    [() => stats.lengthSlope([[1, 0]], [[1, 2]]), "lengths[0]"],
    [() => stats.tallyWins(-1, []), "subjects"],
    [() => stats.bradleyTerry([[0, 1]]), "wins[0] must be as long as wins"],
    [() => stats.bradleyTerry([wins[0]!, [-1, 0]]), "wins[1][0]"],
    [() => stats.bradleyTerryDifference(fit, 0, 1, outside), "confidence"],
    [() => stats.bradleyTerryDifference(fit, 0, 2), "a subject"],
  ],
  distributions: [
    [() => stats.normalQuantile(1), "probability"],
    [() => stats.studentTCdf(1, 0), "degreesOfFreedom"],
    [() => stats.studentTCdf(Number.NaN, 1), "t must be a number"],
    [() => stats.studentTQuantile(0, 1), "probability"],
    [() => stats.studentTQuantile(0.9, 0), "degreesOfFreedom"],
    [() => stats.betaQuantile(1.1, 1, 1), "probability"],
    [() => stats.incompleteBeta(1.1, 1, 1), "x"],
    [() => stats.incompleteBeta(0.5, 0, 1), "a"],
    [() => stats.incompleteBeta(0.5, 1, 0), "b"],
    [() => stats.logGamma(0), "x"],
  ],
};

test.each(Object.entries(refused))("what has no meaning is refused by its name: %s", (_, calls) => {
  for (const [call, words] of calls) {
    expect(call, String(call)).toThrow(stats.InvalidInputError);
    expect(messageOf(call).slice(0, words.length)).toBe(words);
  }
});

function messageOf(call: () => unknown): string {
  try {
    return `gave ${call()}`;
  } catch (error) {
    return (error as Error).message;
  }
}

// One subject: what it scores, and how surely.

export { type ClusteredMean, type ClusteredOptions, clusteredMean } from "./mean/clustered-mean.ts";
export { type MeanInterval, type MeanIntervalOptions, meanInterval } from "./mean/mean-interval.ts";
export { type ScoreIntervalOptions, scoreInterval } from "./mean/score-interval.ts";
export { bernoulliStandardError, standardError, unpairedStandardError } from "./mean/standard-error.ts";
export { type VarianceParts, varianceParts } from "./plan/variance-parts.ts";
export { type BetaIntervalOptions, betaInterval } from "./rate/beta-interval.ts";
export { clopperPearsonInterval, zeroFailuresBound } from "./rate/clopper-pearson.ts";
export type { Passes } from "./rate/passes.ts";
export { type RateIntervalOptions, wilsonInterval } from "./rate/wilson.ts";
export type { SuitePass } from "./reliability/over-tasks.ts";
export { passAtK, suitePassAtK } from "./reliability/pass-at-k.ts";
export { passHatK, suitePassHatK } from "./reliability/pass-hat-k.ts";

// Two subjects on the same tasks.

export { type Bootstrap, type BootstrapOptions, bootstrap } from "./compare/bootstrap.ts";
export { type DifferenceBoundsOptions, differenceBounds } from "./compare/difference-bounds.ts";
export { type EquivalentOptions, isEquivalent } from "./compare/equivalent.ts";
export { type FixedSuite, type FixedSuiteOptions, fixedSuite } from "./compare/fixed-suite.ts";
export { type Discordant, type McNemar, mcnemar } from "./compare/mcnemar.ts";
export { type PairedT, pairedT } from "./compare/paired-t.ts";
export { type QuickLook, quickLook } from "./compare/quick-look.ts";
export { type SignFlip, type SignFlipOptions, signFlip, signFlips } from "./compare/sign-flip.ts";
export {
  differenceOf,
  type RunsByTask,
  type TaskDifferences,
  taskDifferences,
} from "./compare/task-differences.ts";
export {
  type TestsToTell,
  type ToldPairedT,
  type ToldSignFlip,
  toldTests,
} from "./compare/told-tests.ts";
export { type Tost, type TostOptions, tost } from "./compare/tost.ts";
export { minimumTasks, type Verdict, type VerdictInput, verdict } from "./compare/verdict.ts";
export { type Welch, welch } from "./compare/welch.ts";
export { winsTiesLosses } from "./compare/wins-ties-losses.ts";

// Many comparisons in one report.

export { benjaminiHochberg } from "./many/benjamini-hochberg.ts";
export { holm } from "./many/holm.ts";

// Cost beside score.

export { type CostPair, type CostRatio, costRatio, costRatios } from "./cost/cost-ratio.ts";
export { type CostAndScore, paretoFront } from "./cost/pareto-front.ts";
export { resamplesFor } from "./cost/resamples-for.ts";

// Before spending: how much is enough.

export { type BestRunsInput, bestRunsPerTask } from "./plan/best-runs.ts";
export { type DetectableOptions, detectableDifference } from "./plan/detectable-difference.ts";
export { minimumDetectableEffect } from "./plan/minimum-detectable-effect.ts";
export { type PairedVariance, pairedVariance } from "./plan/paired-variance.ts";
export { type Assumptions, plannedStandardError, plannedVariance } from "./plan/planned-variance.ts";
export { type Assurance, detectableStandardErrors, power } from "./plan/power.ts";
export { type SampleSize, sampleSize } from "./plan/sample-size.ts";

// Stopping early without cheating.

export {
  type ConfidenceSequence,
  type ConfidenceSequenceOptions,
  confidenceSequence,
  confidenceSequenceHalfWidth,
  confidenceSequenceRho2,
} from "./early/confidence-sequence.ts";
export { type EValue, eValue } from "./early/e-value.ts";

// Judges: agreement, bias, correction.

export { type CohenKappa, cohenKappa } from "./judge/cohen-kappa.ts";
export { type Confusion, confusion } from "./judge/confusion.ts";
export { gwetAc1 } from "./judge/gwet-ac1.ts";
export { type Krippendorff, type KrippendorffOptions, krippendorffAlpha } from "./judge/krippendorff.ts";
export { lengthSlope } from "./judge/length-slope.ts";
export { type PositionBias, positionBias, type SwappedPair, type Winner } from "./judge/position-bias.ts";
export { type Ppi, type PpiInput, type PpiOptions, ppi } from "./judge/ppi.ts";
export type { Rating } from "./judge/rating.ts";
export {
  type CorrectedRate,
  type CorrectedRateOptions,
  type JudgedRate,
  roganGladen,
} from "./judge/rogan-gladen.ts";
export { type SelfPreferenceScores, selfPreference } from "./judge/self-preference.ts";

// Ranking by pairwise verdicts.

export { type BradleyTerry, bradleyTerry } from "./ranking/bradley-terry.ts";
export { type BradleyTerryDifference, bradleyTerryDifference } from "./ranking/bradley-terry-difference.ts";
export { type PairVerdict, tallyWins } from "./ranking/tally-wins.ts";

// Plain summaries.

export { correlation } from "./summary/correlation.ts";
export { mean, sum } from "./summary/mean.ts";
export { median, quantile, quantiles } from "./summary/quantile.ts";
export { tidy } from "./summary/tidy.ts";
export {
  populationDeviation,
  populationVariance,
  sampleDeviation,
  sampleVariance,
} from "./summary/variance.ts";

// Chance that can be repeated.

export { mulberry32, type Random } from "./random/mulberry32.ts";
export { shuffle } from "./random/shuffle.ts";

// Distributions.

export { betaQuantile } from "./special/beta-quantile.ts";
export { incompleteBeta } from "./special/incomplete-beta.ts";
export { logGamma } from "./special/log-gamma.ts";
export { normalCdf, normalDensity, normalQuantile } from "./special/normal.ts";
export { studentTCdf, studentTQuantile, studentTTwoSidedP } from "./special/student-t.ts";

// What all of them share.

export { countFamilies, type Families, familiesOf } from "./input/families.ts";
export { type IndependentUnits, independentUnits } from "./input/independent-units.ts";
export type { Interval } from "./input/interval.ts";
export { InvalidInputError } from "./input/invalid-input.ts";
export { tieTolerance } from "./input/tie-tolerance.ts";

// Judging.

export { createJudge } from "./create-judge.ts";
export type { Judge, JudgeContext, JudgeManyContext, JudgeTask } from "./judge.ts";
export { type FailedTry, JudgeFailedError, JudgePanelError, NothingJudgedError } from "./judge-errors.ts";
export {
  type JudgeOptions,
  JudgeOptionsError,
  type JudgeSettings,
  judgeSettingProblems,
} from "./judge-options.ts";
export { gaveNoJudgement, isJudgeTrouble } from "./judge-trouble.ts";
export type {
  Criterion,
  CriterionVerdict,
  FailedJudge,
  Finding,
  Judgement,
  JudgeResult,
  Unscored,
  Vote,
} from "./judgement.ts";
export { outputText } from "./output-text.ts";
export { RubricError, readRubric } from "./rubric.ts";
export type { JudgeScale } from "./scale.ts";

// Judging the judge.

export { type Canary, type CanaryTask, canaries } from "./canaries/canaries.ts";
export {
  type CanaryReport,
  canaryCalls,
  NoCanaryTaskError,
  type PassedCanary,
  runCanaries,
} from "./canaries/run-canaries.ts";
export {
  type AllLabelled,
  correctedPassRate,
  correctedScore,
  type JudgedOutputs,
} from "./golden/corrected-score.ts";
export { checkGolden, type GoldenCase, GoldenSetError } from "./golden/golden-case.ts";
export { type Disagreement, type GoldenReport, type GoldenWord, runGolden } from "./golden/run-golden.ts";
export { canariesIn, findingsIn, goldenIn, judgeFailuresIn } from "./kept-facts.ts";
export { sameFamily } from "./same-family.ts";
export { selfPreferenceWarning } from "./self-preference.ts";
export { type JudgeEvidence, type JudgeFacts, summarizeJudge } from "./summarize-judge.ts";
export {
  createVoteTally,
  type JudgeAgreement,
  type JudgeFailures,
  judgeAgreement,
  type VoteTally,
} from "./vote-tally.ts";
export { type Weighted, weightedScore } from "./weighted-score.ts";

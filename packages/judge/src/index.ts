export type { Judge, JudgeContext, JudgeTask } from "./judge.ts";
export type { Criterion, CriterionVerdict, Finding, Judgement, JudgeResult, Vote } from "./judgement.ts";

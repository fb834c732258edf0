import type { Draws } from "./draws.ts";
import { type Candidate, mostFrequent } from "./find-candidates.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { SimRequest } from "./read-request.ts";
import type { CompleteSimProfile } from "./sim-profile.ts";
import type { VerdictField } from "./verdict-field.ts";

/**
 * Is the answer under review right? What most candidates say counts, the last where they tie. Where the task is
 * known and no known answer is given it is wrong; where the task is not known it is taken to be right.
 */
export function isAnswerRight(request: SimRequest): boolean {
  if (!request.task) return true;
  const leaders = mostFrequent(request.candidates).map((candidate) => candidate.answer);
  const last = request.candidates.findLast((candidate) => leaders.includes(candidate.answer));
  return last?.right ?? false;
}

/** Does a reviewer approve of an answer? By sensitivity for a wrong one, by false alarm for a right one. */
export function approves(profile: CompleteSimProfile, right: boolean, draws: Draws, of: string): boolean {
  const { sensitivity, falseAlarm } = profile.review;
  return !draws.chance(`review ${of}`, right ? falseAlarm : sensitivity);
}

/** What a judge finds of one criterion. */
export type Finding = "met" | "unmet" | "cannot-judge";

/** A judge's finding of one criterion, by its error rates; criteria err independently. */
export function judges(
  profile: CompleteSimProfile,
  right: boolean,
  draws: Draws,
  criterion: string,
  mayAbstain: boolean,
): Finding {
  const { falsePass, falseFail, cannotJudge } = profile.judge;
  if (mayAbstain && draws.chance(`abstain ${criterion}`, cannotJudge)) return "cannot-judge";
  const errs = draws.chance(`judge ${criterion}`, right ? falseFail : falsePass);
  return right !== errs ? "met" : "unmet";
}

/**
 * A finding in the words of a field. A score is in the upper fifth of its range when met and in the lower two fifths
 * when not.
 */
export function sayFinding(
  field: VerdictField,
  finding: Finding,
  schema: JsonSchema,
  draws: Draws,
  criterion: string,
): unknown {
  if (field.kind === "words") {
    return finding === "cannot-judge" ? field.abstain : finding === "met" ? field.yes : field.no;
  }
  if (field.kind === "flag") return (finding === "met") === field.yes;
  const range = field.high - field.low;
  const [from, to] = finding === "met" ? [0.8, 1] : [0, 0.4];
  const raw = field.low + range * (from + (to - from) * draws.uniform(`score ${criterion}`));
  const step = schema.multipleOf ?? (schema.type === "integer" ? 1 : 0.01);
  const rounded = Number((Math.round(raw / step) * step).toPrecision(12));
  return Math.min(field.high, Math.max(field.low, rounded));
}

/**
 * The position of the candidate that is preferred: one of those that pass review, all alike, and one of all when none
 * does.
 */
export function prefers(profile: CompleteSimProfile, candidates: readonly Candidate[], draws: Draws): number {
  const positions = candidates.map((_, at) => at);
  const passed = positions.filter((at) => approves(profile, candidates[at]!.right, draws, `candidate ${at}`));
  return draws.pick("prefer", passed.length > 0 ? passed : positions);
}

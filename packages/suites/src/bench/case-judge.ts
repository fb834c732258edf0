import { createJudge, type JudgeResult } from "@flow-state-dev/judge";
import { type CellContext, type CellResult, classify } from "@flow-state-dev/sweep";
import { TooMuchToJudgeError } from "../expect/judge-errors.ts";
import { isTooLong } from "../x-agent/call-trouble.ts";
import type { CaseParts } from "./case-parts.ts";

/** What judging a case needs. */
export type JudgingParts = Pick<CaseParts, "it" | "judgeModel" | "resolver" | "prices" | "onStage">;

/** The judge of one attempt at a case. */
export interface CaseJudge {
  /** Judges one criterion over prompt, patch and final answer. Never rejects. */
  ask(criterion: string, patch: string): Promise<JudgeResult>;
  /** What it failed with last; undefined when it did not. */
  readonly failure: Error | undefined;
}

/** So many bytes of patch and answer every judge can read. */
const surelyRead = 256 * 1024;

/** The judge of a case; null when there is none. */
export function caseJudge(
  { it, judgeModel, resolver, prices, onStage }: JudgingParts,
  { account, signal, pause }: CellContext,
  answer: string | null,
): CaseJudge | null {
  if (judgeModel === null) return null;
  const judge = createJudge({ model: judgeModel });
  let failure: Error | undefined;
  return {
    async ask(criterion, patch) {
      onStage?.("judging");
      const judged = await judge.judge(
        { prompt: it.prompt, rubric: [criterion], output: answer ?? "", materials: { patch } },
        { account, signal, pause, modelResolver: resolver, prices },
      );
      onStage?.("grading");
      if (judged.ok) return judged;
      const bytes = Buffer.byteLength(patch) + Buffer.byteLength(answer ?? "");
      if (bytes > surelyRead && isTooLong(judged.error))
        return { ...judged, error: new TooMuchToJudgeError(bytes, judged.error) };
      failure = judged.error;
      return judged;
    },
    get failure() {
      return failure;
    },
  };
}

/**
 * What a case comes to that has no result for its judge: the sweep hears what every case would run into, such as a key
 * that is refused, and waits for a provider that has too much to do. The work is kept, so that the next attempt only
 * asks the judge again.
 */
export function withoutVerdict(result: CellResult, failure: Error | undefined): CellResult {
  if (failure === undefined || result.outcome.kind !== "unscored") return result;
  const { outcome, setupProblem, throttled } = classify(failure);
  if (setupProblem !== undefined) return { ...result, outcome, brokenBy: failure };
  return throttled ? { ...result, brokenBy: failure } : result;
}

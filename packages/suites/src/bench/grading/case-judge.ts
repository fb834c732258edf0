import { createJudge } from "@flow-state-dev/judge";
import { type CellContext, type CellResult, classify } from "@flow-state-dev/sweep";
import type { JudgedCriterion } from "../../expect/grading-context.ts";
import { isTooLong } from "../../x-agent/call-trouble.ts";
import type { CaseParts } from "../case/case-parts.ts";
import { judgedWork } from "./judged-work.ts";

/** What judging a case needs. */
export type JudgingParts = Pick<CaseParts, "it" | "judgeModel" | "resolver" | "prices" | "onStage">;

/** The judge of one attempt at a case. */
export interface CaseJudge {
  /** Judges one criterion over prompt, patch and final answer. Never rejects. */
  ask(criterion: string, patch: string): Promise<JudgedCriterion>;
  /** What it failed with last; undefined when it did not. */
  readonly failure: Error | undefined;
  /** What a reader of the result must know of what it saw; null when it saw all there is. */
  readonly notice: string | null;
}

/**
 * So many bytes of patch and answer are shown to a judge, whatever an agent leaves: about 80,000 tokens. A judge that
 * refuses them as too long is shown less.
 */
const mostShown = [256 * 1024, 64 * 1024, 16 * 1024];

/** The judge of a case; null when there is none. */
export function caseJudge(
  { it, judgeModel, resolver, prices, onStage }: JudgingParts,
  { account, signal, pause }: CellContext,
  answer: string | null,
): CaseJudge | null {
  if (judgeModel === null) return null;
  const judge = createJudge({ model: judgeModel });
  let failure: Error | undefined;
  let leftOut: string | null = null;
  /** The largest size that it takes; a later criterion of the case begins with that. */
  let size = 0;
  const askShowing = async (criterion: string, patch: string): Promise<JudgedCriterion> => {
    for (;;) {
      const work = judgedWork(patch, answer ?? "", mostShown[size]!);
      const judged = await judge.judge(
        {
          ...{
            prompt: it.prompt,
            rubric: [criterion],
            output: work.answer,
            materials: { patch: work.patch },
          },
          ...(work.leftOut !== null && { leftOut: work.leftOut }),
        },
        { account, signal, pause, modelResolver: resolver, prices },
      );
      leftOut = work.leftOut;
      if (judged.ok || !isTooLong(judged.error)) return { ...judged, ...(leftOut !== null && { leftOut }) };
      const bytes = Buffer.byteLength(patch) + Buffer.byteLength(answer ?? "");
      size = mostShown.findIndex((most) => most < Math.min(bytes, mostShown[size]!));
      if (size === -1) {
        size = mostShown.length - 1;
        return judged;
      }
    }
  };
  return {
    async ask(criterion, patch) {
      onStage?.("judging");
      const judged = await askShowing(criterion, patch);
      onStage?.("grading");
      if (!judged.ok) failure = judged.error;
      return judged;
    },
    get notice() {
      return leftOut === null ? null : `The judge did not see all of it: ${leftOut}.`;
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

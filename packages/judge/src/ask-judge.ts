import { type BlockDefinition, type Disown, runBlock } from "@flow-state-dev/core";
import type { AnsweredCriterion } from "./answer-schema.ts";
import type { JudgeContext } from "./judge.ts";
import { type FailedTry, JudgeFailedError } from "./judge-errors.ts";

/** One question to one judge. */
export interface Question {
  /** Gives the findings on the request it is given. */
  block: BlockDefinition<string, AnsweredCriterion[]>;
  /** Model id. */
  judge: string;
  /** From 0. */
  repeat: number;
  request: string;
  /** Fresh calls after an answer that stayed useless. */
  retries: number;
}

/** What one judge, asked once, came to. */
export type Answered =
  | { ok: true; judge: string; repeat: number; answers: AnsweredCriterion[] }
  | {
      ok: false;
      judge: string;
      repeat: number;
      error: Error;
      aborted: boolean;
      /** How the cache is told of answers that were of no use. */
      unread?: readonly Disown[];
    };

/** The model answered, but with nothing that is a judgement. */
const useless = new Set([
  "output-validation-error",
  "no-answer",
  "content-filtered",
  "empty-answer",
  "malformed-answer",
]);

/**
 * Asks one judge. An answer that does not fit was asked for again inside the block; when that did not help, the
 * question is put afresh. Errors that are not about an answer come out as they are.
 */
export async function askJudge(question: Question, context: JudgeContext): Promise<Answered> {
  const { block, judge, repeat, request, retries } = question;
  const tries: FailedTry[] = [];
  const unread: Disown[] = [];
  let answers = 0;
  for (let attempt = 0; ; attempt++) {
    const cell = placeOf(context.cell, repeat, attempt);
    const result = await runBlock(block, request, {
      ...{ ...context, ...(cell !== undefined && { cell }) },
      keepUseless: true,
    });
    if (result.ok) return { ok: true, judge, repeat, answers: result.output };
    const { error, aborted } = result;
    if (aborted || !useless.has(String(error.code))) return { ok: false, judge, repeat, error, aborted };
    answers += Math.max(1, result.charges.filter(({ status }) => status === "complete").length);
    unread.push(result.disown);
    tries.push({ problem: error.message, answer: rawAnswer(error) });
    if (attempt < retries) continue;
    const failed = new JudgeFailedError({ judge, blockName: block.name, tries, answers, cause: error });
    return { ok: false, judge, repeat, error: failed, aborted: false, unread };
  }
}

/** Repeats and fresh tries are calls of their own: neither a cache nor a simulated model may give the same answer. */
function placeOf(cell: string | undefined, repeat: number, attempt: number): string | undefined {
  const parts = [cell, repeat > 0 && `judge-repeat-${repeat}`, attempt > 0 && `judge-try-${attempt}`];
  const named = parts.filter((part) => typeof part === "string");
  return named.length > 0 ? named.join("#") : undefined;
}

function rawAnswer(error: Error): string | null {
  const { details } = error as { details?: { rawOutput?: unknown } };
  return typeof details?.rawOutput === "string" ? details.rawOutput : null;
}

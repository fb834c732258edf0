import { type Account, BudgetExceededError, runBlock } from "@flow-state-dev/core";
import type { CountedWork } from "@flow-state-dev/records";
import { type CellContext, StarvedError } from "@flow-state-dev/sweep";
import { hearCachedAnswers } from "./cached-answers.ts";
import type { CellSetup } from "./cell-setup.ts";
import { copyTask } from "./copy-task.ts";
import { Deadline } from "./deadline.ts";
import { isSilenced, SubjectSilentError } from "./subject-silent-error.ts";
import { SubjectStoppedError, saysStopped } from "./subject-stopped-error.ts";
import type { Transcript } from "./transcript.ts";

/** A subject that came to nothing: it broke, its money was spent, its provider failed, or it was cut off. */
export interface BrokenSubject {
  state: "broke";
  error: unknown;
  latencyMs: number;
}

/** How the subject of a cell ended. */
export type SubjectEnding =
  | ({ latencyMs: number } & (
      | { state: "done"; output: unknown; cached?: CountedWork }
      | { state: "timed-out"; afterMs: number }
    ))
  | BrokenSubject;

/** What the subject's own account is called in messages. */
const subjectAccount = "subject";

/**
 * Runs the subject on a copy of the task within its own time and money, `mapTask` included. A stop that nobody but the
 * subject has asked for is a `SubjectStoppedError`. Never rejects.
 */
export async function runSubject(
  { subject, task, resolvers, prices, cache, limits }: CellSetup,
  context: CellContext,
  { cell, transcript }: { cell: string; transcript: Transcript },
): Promise<SubjectEnding> {
  const { subjectMs, subjectUsd } = limits;
  const deadline = subjectMs === undefined ? undefined : new Deadline(context, subjectMs, "The subject");
  const signal = deadline?.signal ?? context.signal;
  const account =
    subjectUsd === undefined
      ? context.account
      : context.account.child({ name: subjectAccount, limitUsd: subjectUsd });
  const cachedAnswers = hearCachedAnswers(context);
  const startedAt = context.workingMs;
  const latencyMs = () => Math.max(0, context.workingMs - startedAt);
  try {
    const mapped = subject.mapTask(copyTask(task));
    const input = isPromise(mapped) ? await untilAborted(mapped, signal) : mapped;
    const ran = await runBlock(subject.sequencer, input, {
      ...{ account, prices, cell, cellAttempt: context.attempt, pause: context.pause },
      // What the subject could not use is its own result, and stays: drawn again until it fits, it would look better.
      ...(cache && { cache, keepUseless: true }),
      ...{ signal, modelResolver: resolvers.executor(subject) },
      onEvent(event) {
        cachedAnswers.onEvent(event);
        transcript.onEvent(event);
      },
    });
    // One call may take it far over its limit, and no other be refused: it is over it all the same.
    if (subjectUsd !== undefined && account.spentUsd > subjectUsd) throw overBudget(subjectUsd, account);
    if (ran.ok && isSilenced(ran.output, ran.charges)) throw new SubjectSilentError();
    const cached = cachedAnswers.work();
    if (ran.ok)
      return { state: "done", output: ran.output, latencyMs: latencyMs(), ...(cached && { cached }) };
    throw ran.error;
  } catch (error) {
    if (deadline?.passed) return outOfTime(subjectMs!, deadline, latencyMs());
    const isOwn = !signal.aborted && saysStopped(error);
    return {
      ...{ state: "broke", latencyMs: latencyMs() },
      error: isOwn ? new SubjectStoppedError(error) : error,
    };
  } finally {
    deadline?.end();
  }
}

function overBudget(limitUsd: number, { spentUsd }: Account): BudgetExceededError {
  return new BudgetExceededError({ account: subjectAccount, limitUsd, spentUsd });
}

/** Where the process stood still for as long as the subject had, that it was not done says nothing about it. */
function outOfTime(afterMs: number, { starvedMs }: Deadline, latencyMs: number): SubjectEnding {
  if (starvedMs < afterMs) return { state: "timed-out", afterMs, latencyMs };
  return { state: "broke", latencyMs, error: new StarvedError(starvedMs, afterMs) };
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}

/** What a promise comes to; rejects with the signal's reason when that fires first. */
function untilAborted(promise: PromiseLike<unknown>, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    Promise.resolve(promise)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", onAbort));
  });
}

import { runBlock } from "@flow-state-dev/core";
import type { CellContext } from "@flow-state-dev/sweep";
import type { CellSetup } from "./cell-setup.ts";
import { startDeadline } from "./deadline.ts";
import type { Transcript } from "./transcript.ts";

/** How the subject of a cell ended; what broke it is thrown. */
export type SubjectEnding = { latencyMs: number } & (
  | { state: "done"; output: unknown }
  | { state: "timed-out"; afterMs: number }
);

/** What the subject's own account is called in messages. */
const subjectAccount = "subject";

/** Runs the subject on the task within its own time and money. Throws what broke it, a spent budget included. */
export async function runSubject(
  { subject, task, resolvers, prices, cache, limits }: CellSetup,
  context: CellContext,
  { cell, transcript }: { cell: string; transcript: Transcript },
): Promise<SubjectEnding> {
  const { subjectMs, subjectUsd } = limits;
  const input = subject.mapTask(task);
  const deadline = subjectMs === undefined ? undefined : startDeadline(context, subjectMs, "The subject");
  const account =
    subjectUsd === undefined
      ? context.account
      : context.account.child({ name: subjectAccount, limitUsd: subjectUsd });
  const startedAt = context.workingMs;
  const ran = await runBlock(subject.sequencer, input, {
    ...{ account, prices, cell, cellAttempt: context.attempt, pause: context.pause },
    ...(cache && { cache }),
    signal: deadline?.signal ?? context.signal,
    modelResolver: resolvers.executor(subject),
    onEvent: transcript.onEvent,
  }).finally(() => deadline?.end());
  const latencyMs = Math.max(0, context.workingMs - startedAt);
  if (ran.ok) return { state: "done", output: ran.output, latencyMs };
  if (deadline?.passed) return { state: "timed-out", afterMs: subjectMs!, latencyMs };
  throw ran.error;
}

import type { Pause } from "@flow-state-dev/core";
import type { AgentJob } from "./agent-job.ts";
import type { ReportedBook } from "./reported-book.ts";
import { readUsageFile } from "./usage-file.ts";

/** How often a running program's own figures are held against its budget. */
const lookEveryMs = 500;

/** A program whose spending is watched. */
export interface Watching {
  /** It was to be ended, if it had not ended by itself, because nothing is left above its own budget. */
  othersSpent: boolean;
  /** No more looks; waits for the one under way. */
  stop(): Promise<void>;
}

/**
 * Hears what a program says it spent, and ends it when that, or what the whole run has spent, is more than may be. Once
 * calls of it went through a gateway, that one's figures count and keep the budget, and what it says ends nothing.
 */
export function watchSpending(
  path: string,
  { account, limits, gateway }: AgentJob,
  { book, ending, pause }: { book: ReportedBook; ending: AbortController; pause: Pause },
): Watching {
  const stopped = new AbortController();
  const watching: Watching = { othersSpent: false, stop };
  const isOver = () => {
    const metered = (gateway?.calls ?? 0) > 0;
    const saidUsd = metered ? 0 : (book.told.costUsd ?? 0);
    if (limits.budgetUsd !== null && saidUsd > limits.budgetUsd) return true;
    const heldUsd = metered ? 0 : book.heldUsd;
    const spentUsd = account.spentUsd + heldUsd;
    const ownLeft = (account.limitUsd ?? Number.POSITIVE_INFINITY) - spentUsd;
    const spends = spentUsd > 0 && ownLeft > 1e-9;
    watching.othersSpent = spends && account.leftUsd !== undefined && account.leftUsd - heldUsd <= 0;
    return watching.othersSpent;
  };
  const watch = async () => {
    for (;;) {
      await pause(lookEveryMs, stopped.signal);
      const reported = await readUsageFile(path);
      if ((gateway?.calls ?? 0) > 0) book.withdraw();
      else await book.soFar(reported);
      if (isOver()) return ending.abort();
    }
  };
  const running = watch().catch(() => {});
  function stop(): Promise<void> {
    stopped.abort();
    return running;
  }
  return watching;
}

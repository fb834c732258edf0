import type { Pause } from "@flow-state-dev/core";
import type { AgentJob } from "./agent-job.ts";
import type { ReportedBook } from "./reported-book.ts";
import { readUsageFile } from "./usage-file.ts";

/** How often a running program's own figures are held against its budget. */
const lookEveryMs = 500;

/** A program whose spending is watched. */
export interface Watching {
  /** The most that the program has said at any time, in US dollars. */
  mostUsd: number;
  /** It was ended because nothing is left above its own budget. */
  othersSpent: boolean;
  /** No more looks; waits for the one under way. */
  stop(): Promise<void>;
}

/** Books what a program says it spent, and ends it when that, or what the whole run has spent, is more than may be. */
export function watchSpending(
  path: string,
  { account, limits, gateway }: AgentJob,
  { book, ending, pause }: { book: ReportedBook; ending: AbortController; pause: Pause },
): Watching {
  const stopped = new AbortController();
  const watching: Watching = { mostUsd: 0, othersSpent: false, stop };
  const isOver = () => {
    if (limits.budgetUsd !== null && watching.mostUsd > limits.budgetUsd) return true;
    const ownLeft = (account.limitUsd ?? Number.POSITIVE_INFINITY) - account.spentUsd;
    const spends = account.spentUsd > 0 && ownLeft > 1e-9;
    watching.othersSpent = spends && account.leftUsd !== undefined && account.leftUsd <= 0;
    return watching.othersSpent;
  };
  const watch = async () => {
    for (;;) {
      await pause(lookEveryMs, stopped.signal);
      const reported = await readUsageFile(path);
      watching.mostUsd = Math.max(watching.mostUsd, reported.costUsd ?? 0);
      if ((gateway?.calls ?? 0) === 0) await book.soFar(reported);
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

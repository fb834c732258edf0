import type { Account, Clock } from "@flow-state-dev/core";
import { bookReported, type ReportedCall } from "./book-reported.ts";
import type { ReportedUsage } from "./usage-file.ts";

/** Books what a program says it used while it works, so that others see what is left. */
export interface ReportedBook {
  /** Books money that it had not told of before. What was told once is not taken back. */
  soFar(costUsd: number | null): Promise<void>;
  /** Books the rest, tokens included. To be called once, at the end. */
  all(reported: ReportedUsage): Promise<void>;
}

/** A book for one run of a program. */
export function createReportedBook(
  account: Account,
  call: Omit<ReportedCall, "durationMs">,
  clock: Clock,
): ReportedBook {
  const began = clock.elapsed();
  let booked = 0;
  const book = (reported: Omit<ReportedUsage, "warning">) =>
    bookReported(
      account,
      { ...reported, warning: null },
      { ...call, durationMs: Math.round(clock.elapsed() - began) },
    );
  const restOf = (costUsd: number) => {
    const rest = Math.max(0, costUsd - booked);
    booked += rest;
    return rest;
  };
  return {
    async soFar(costUsd) {
      if (costUsd !== null && costUsd > booked) await book({ usage: null, costUsd: restOf(costUsd) });
    },
    async all({ usage, costUsd }) {
      if (booked === 0) return book({ usage, costUsd });
      const rest = restOf(costUsd ?? 0);
      if (usage !== null || rest > 0) await book({ usage, costUsd: rest });
    },
  };
}

import { type Account, type Clock, noUsage, type Usage } from "@flow-state-dev/core";
import { bookReported, type ReportedCall } from "./book-reported.ts";
import type { ReportedUsage } from "./usage-file.ts";

type Reported = Pick<ReportedUsage, "usage" | "costUsd">;

/** Books what a program says it used while it works, so that others see what is left, and nothing is lost with it. */
export interface ReportedBook {
  /** Books what it had not told of before, once there is money in it. What was told once is not taken back. */
  soFar(reported: Reported): Promise<void>;
  /** Books the rest. To be called once, at the end. */
  all(reported: Reported): Promise<void>;
}

/** A book for one run of a program. */
export function createReportedBook(
  account: Account,
  call: Omit<ReportedCall, "durationMs">,
  clock: Clock,
): ReportedBook {
  const began = clock.elapsed();
  let bookedUsd = 0;
  const booked: Usage = { ...noUsage };
  const book = async ({ usage, costUsd }: Reported) => {
    const rest = { usage: usage && restOf(usage), costUsd: costUsd && Math.max(0, costUsd - bookedUsd) };
    bookedUsd += rest.costUsd ?? 0;
    const durationMs = Math.round(clock.elapsed() - began);
    await bookReported(account, { ...rest, warning: null }, { ...call, durationMs });
  };
  const restOf = (usage: Usage): Usage => {
    const rest = { ...noUsage };
    for (const kind of Object.keys(noUsage) as (keyof Usage)[]) {
      rest[kind] = Math.max(0, usage[kind] - booked[kind]);
      booked[kind] += rest[kind];
    }
    return rest;
  };
  const isNew = ({ usage, costUsd }: Reported) =>
    (costUsd ?? 0) > bookedUsd ||
    (usage !== null && (usage.inputTokens > booked.inputTokens || usage.outputTokens > booked.outputTokens));
  return {
    async soFar(reported) {
      if ((reported.costUsd ?? 0) > bookedUsd) await book(reported);
    },
    async all({ usage, costUsd }) {
      if (bookedUsd === 0) return book({ usage, costUsd });
      if (isNew({ usage, costUsd })) await book({ usage, costUsd: costUsd ?? 0 });
    },
  };
}

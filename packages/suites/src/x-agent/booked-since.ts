import { type Account, fromNanoUsd, toNanoUsd, type Usage } from "@flow-state-dev/core";

/** What an account has booked by now. */
export type BookedSoFar = Pick<Account, "spentUsd" | "unpricedCalls" | "usage">;

/** What was booked in between. Null where a call had no price. */
export interface Booked {
  usage: Usage;
  /** US dollars. */
  costUsd: number | null;
}

/** A copy of the books as they are, to be held against them later. */
export function bookedSoFar({ spentUsd, unpricedCalls, usage }: BookedSoFar): BookedSoFar {
  return { spentUsd, unpricedCalls, usage: { ...usage } };
}

/** What has been booked since; estimates of calls that nobody counted, or that failed, included. */
export function bookedSince(account: BookedSoFar, before: BookedSoFar): Booked {
  const { usage } = account;
  const since = (name: keyof Usage) => usage[name] - before.usage[name];
  return {
    usage: {
      inputTokens: since("inputTokens"),
      outputTokens: since("outputTokens"),
      cacheReadTokens: since("cacheReadTokens"),
      cacheWriteTokens: since("cacheWriteTokens"),
      reasoningTokens: since("reasoningTokens"),
    },
    costUsd:
      account.unpricedCalls > before.unpricedCalls
        ? null
        : fromNanoUsd(toNanoUsd(account.spentUsd) - toNanoUsd(before.spentUsd)),
  };
}

import type { CallRecord } from "./call.ts";
import type { CountedWork } from "./cell.ts";
import { fromNanoUsd, toNanoUsd } from "./nano-usd.ts";
import { addTokens, noSums, toUsage } from "./sums.ts";

/** What came of nothing. */
export function noWork(): CountedWork {
  return { costUsd: 0, unknownCalls: 0, cachedUsd: 0, cachedCalls: 0, usage: toUsage(noSums()) };
}

/** The work of two parts of one result. */
export function addWork(one: CountedWork, other: CountedWork): CountedWork {
  const sums = noSums();
  for (const { usage } of [one, other]) addTokens(sums, usage);
  return {
    costUsd: addUsd(one.costUsd, other.costUsd),
    unknownCalls: one.unknownCalls + other.unknownCalls,
    cachedUsd: addUsd(one.cachedUsd, other.cachedUsd),
    cachedCalls: one.cachedCalls + other.cachedCalls,
    usage: toUsage(sums),
  };
}

/**
 * The work behind calls: the cost is that of subject and agent, the tokens are those of all. A call of theirs that was
 * lost or is still open is one whose cost nobody knows.
 */
export function workOfCalls(calls: Iterable<CallRecord>): CountedWork {
  const sums = noSums();
  let nano = 0;
  let unknownCalls = 0;
  for (const call of calls) {
    const charged = call.state === "charged" ? call : null;
    if (charged) addTokens(sums, charged.usage);
    if (call.payer === "judge") continue;
    nano += toNanoUsd(charged?.costUsd ?? null, "The cost of a call") ?? 0;
    if (charged?.costUsd == null) unknownCalls += 1;
  }
  return { ...noWork(), costUsd: fromNanoUsd(nano), unknownCalls, usage: toUsage(sums) };
}

function addUsd(one: number, other: number): number {
  const nano = (usd: number) => toNanoUsd(usd, "The cost of a result") ?? 0;
  return fromNanoUsd(nano(one) + nano(other));
}

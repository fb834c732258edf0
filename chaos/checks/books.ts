import type { CallRecord } from "@flow-state-dev/records";
import type { SeenCall } from "../programs/seen-call.ts";
import { costUsd } from "../programs/usage.ts";

/** Calls that are rightly in no book: their store was thrown away, or what it had written last. */
export interface Excused {
  /** As the provider knows them. */
  requestIds: Set<string>;
  /** As the books knew them. */
  callIds: Set<string>;
  /** How many more, of which neither is known. */
  others: number;
}

/** What the books of a run say beside its calls, in US dollars. */
export interface Sums {
  spentUsd: number;
  carriedUsd: number;
}

const nano = (usd: number) => Math.round(usd * 1e9);

/**
 * The books against what the provider saw, call by call; one sentence for each that does not fit.
 *   1. No call is in the books twice, and none is open.
 *   2. Every call the provider saw is in the books, once, or excused. Where caller and provider share no name for a call
 *      (it was cut off before an answer came), they are counted.
 *   3. A call whose tokens the provider has told is booked at what they cost.
 *   4. What is spent is the sum of the charged costs and of the worst cases of the lost calls, to the billionth.
 */
export function bookProblems(
  books: readonly CallRecord[],
  seen: readonly SeenCall[],
  sums: Sums,
  excused: Excused,
): string[] {
  const problems: string[] = [];
  const byRequest = new Map(seen.map((call) => [call.requestId, call]));
  const byCall = new Map(
    seen.flatMap((call) => (call.callId === null ? [] : [[call.callId, call] as const])),
  );
  const matched = new Set<SeenCall>();
  const ids = new Set<string>();
  let nameless = 0;
  let charged = 0;
  let carried = 0;
  for (const call of books) {
    if (ids.has(call.callId)) problems.push(`Call ${call.callId} is in the books twice.`);
    ids.add(call.callId);
    if (call.state === "open") problems.push(`Call ${call.callId} is still open.`);
    if (call.state === "lost") carried += nano(call.worstCaseUsd ?? 0);
    if (call.state === "charged") charged += nano(call.costUsd ?? 0);
    const requestId = call.state === "charged" ? String(call.details.requestId ?? "") : "";
    const sighting = byCall.get(call.callId) ?? byRequest.get(requestId);
    if (sighting === undefined) {
      // Answers that came have a name; one that nobody gave was never sent.
      if (byRequest.size > 0 && requestId.startsWith("req_"))
        problems.push(`Call ${call.callId} is charged for ${requestId}, which the provider never saw.`);
      nameless += 1;
      continue;
    }
    if (matched.has(sighting)) problems.push(`${sighting.requestId} is in the books twice.`);
    matched.add(sighting);
    const cost = knownCost(call, sighting);
    if (call.state === "charged" && cost !== null && nano(call.costUsd ?? -1) !== nano(cost))
      problems.push(`${sighting.requestId} cost $${cost} and is booked at $${call.costUsd}.`);
  }
  const missing = seen.filter(
    (call) =>
      !matched.has(call) &&
      !excused.requestIds.has(call.requestId) &&
      !(call.callId !== null && excused.callIds.has(call.callId)),
  );
  const named = missing.filter(({ callId }) => callId !== null);
  for (const call of named) problems.push(`${call.requestId} (${call.callId}) was sent and is in no book.`);
  const unknown = missing.length - named.length;
  if (unknown > nameless + excused.others)
    problems.push(
      `The provider saw ${unknown} calls that are booked under no name, the books have room for ${nameless}, and ${excused.others} are excused: ${missing
        .slice(0, 5)
        .map(({ requestId, fate }) => `${requestId} (${fate})`)
        .join(", ")}.`,
    );
  if (!isSame(nano(sums.spentUsd), charged + carried, books.length))
    problems.push(`The run says $${sums.spentUsd} spent, its calls say $${(charged + carried) / 1e9}.`);
  if (!isSame(nano(sums.carriedUsd), carried, books.length))
    problems.push(`The run says $${sums.carriedUsd} carried, its calls say $${carried / 1e9}.`);
  return problems;
}

/** What a call must be booked at; null when the provider did not tell, or not the truth. */
function knownCost(call: CallRecord, { fate, billed }: SeenCall): number | null {
  if (call.state !== "charged" || call.details.usageKnown !== "reported") return null;
  if (fate === "odd-usage" || billed === null) return null;
  return costUsd(billed);
}

/**
 * To the billionth; beyond two million dollars, which only a lying provider reaches, as well as so many numbers can be
 * added up.
 */
function isSame(one: number, other: number, calls: number): boolean {
  return Math.abs(one - other) <= (other < 2e15 ? 0 : other * Number.EPSILON * (calls + 1));
}

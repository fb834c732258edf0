import type { CallRecord } from "@flow-state-dev/records";
import { describe, expect, test } from "vitest";
import type { SeenCall } from "../programs/seen-call.ts";
import { costUsd } from "../programs/usage.ts";
import { bookProblems, type Excused } from "./books.ts";

const billed = { input: 10, output: 20 };
const cost = costUsd(billed);
const nobody = (): Excused => ({ requestIds: new Set(), callIds: new Set(), others: 0 });
const opening = {
  ...{ subject: "s", task: "t", run: 0, attempt: 1, payer: "subject" as const, modelId: "acme/one" },
  ...{ worstCaseUsd: 0.01, openedAt: "2026-01-01T00:00:00.000Z" },
} as const;
const usage = {
  inputTokens: 10,
  outputTokens: 20,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};

function charged(callId: string, requestId: string, costUsd = cost): CallRecord {
  const details = { requestId, usageKnown: "reported" };
  return { ...opening, callId, state: "charged", costUsd, usage, details };
}
const lost = (callId: string): CallRecord => ({ ...opening, callId, state: "lost" });
const open = (callId: string): CallRecord => ({ ...opening, callId, state: "open" });
const saw = (requestId: string, callId: string | null = null): SeenCall => ({
  ...{ requestId, callId, fate: "answered", billed },
});
const sums = (spentUsd: number, carriedUsd = 0) => ({ spentUsd, carriedUsd });

describe("books that balance", () => {
  test("every call that was seen is charged, or lost and carried at its worst case", () => {
    const books = [charged("a", "req_1"), lost("b")];
    expect(bookProblems(books, [saw("req_1"), saw("req_2")], sums(cost + 0.01, 0.01), nobody())).toEqual([]);
  });

  test("a call that was lost before it went out was never seen", () => {
    expect(bookProblems([lost("b")], [], sums(0.01, 0.01), nobody())).toEqual([]);
  });

  test("calls of a store that is gone are excused, by either name or by their number", () => {
    const excused: Excused = { requestIds: new Set(["req_1"]), callIds: new Set(["b"]), others: 1 };
    expect(bookProblems([], [saw("req_1"), saw("req_2", "b"), saw("req_3")], sums(0), excused)).toEqual([]);
  });
});

describe("books that do not", () => {
  test.each<[string, CallRecord[], SeenCall[], { spentUsd: number; carriedUsd: number }, RegExp]>([
    [
      "a call that is missing",
      [charged("a", "req_1")],
      [saw("req_1"), saw("req_2")],
      sums(cost),
      /saw 1 calls/,
    ],
    [
      "one missing by its name",
      [lost("a")],
      [saw("req_1", "b")],
      sums(0.01, 0.01),
      /req_1 \(b\) .* in no book/,
    ],
    ["one booked twice", [lost("a"), lost("a")], [], sums(0.02, 0.02), /a is in the books twice/],
    [
      "one answer booked for two calls",
      [charged("a", "req_1"), charged("b", "req_1")],
      [saw("req_1")],
      sums(2 * cost),
      /req_1 is in the books twice/,
    ],
    ["a wrong cost", [charged("a", "req_1", 0.5)], [saw("req_1")], sums(0.5), /booked at \$0.5/],
    ["a call still open", [open("a")], [], sums(0), /still open/],
    ["one that was never sent", [charged("a", "req_9")], [saw("req_1")], sums(cost), /never saw/],
    ["a sum that is another", [charged("a", "req_1")], [saw("req_1")], sums(cost + 1e-9), /its calls say/],
    ["a carried sum that is another", [lost("a")], [], sums(0.01, 0), /carried, its calls say/],
  ])("%s", (_what, books, seen, said, sentence) => {
    expect(bookProblems(books, seen, said, nobody())).toContainEqual(expect.stringMatching(sentence));
  });
});

import type { ErrorRecord } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { type AgentEnd, noFigures } from "../agent/agent-report.ts";
import type { Exchange } from "../gateway/exchange.ts";
import { endOnWire, watchWire } from "./wire-trouble.ts";

const busy: ErrorRecord = { name: "E", message: "Busy.", retryable: true, status: 503 };
const unpaid: ErrorRecord = { name: "E", message: "Pay.", retryable: false, status: 402 };
const tooLong: ErrorRecord = { name: "E", message: "Too long.", retryable: false, status: 400 };
const error = { name: "E", message: "It broke." };

const when = { startedAt: "2030-01-01T00:00:00.000Z", latencyMs: 1 };

/** What an agent's end comes to after calls that were answered, with a word (null) or by using a tool, or failed. */
function after(calls: readonly (ErrorRecord | "tool" | null)[], end: AgentEnd, exitCode: number | null = 1) {
  const wire = watchWire();
  for (const each of calls) {
    const error = each === "tool" ? null : each;
    const answer = { toolCalls: each === "tool" ? [{}] : [] };
    wire.onExchange({ status: error ? "failed" : "complete", error, answer, ...when } as unknown as Exchange);
  }
  return endOnWire({ ...noFigures, turns: 7, exitCode, ...end }, "codex", wire, 60_000);
}

const timedOut: AgentEnd = { ended: "timed-out", detail: "" };
const crashed: AgentEnd = { ended: "crashed", detail: "", error };
const done: AgentEnd = { ended: "done", detail: "" };

test("time that was lost to a provider that fails is not the agent's", () => {
  expect(after([null, busy, busy], timedOut)).toMatchObject({
    ...{ ended: "infrastructure", turns: 7 },
    error: { code: "provider-failing", retryable: true, status: 503 },
    detail: "The agent codex could not go on, for its last 2 calls failed: Busy.",
  });
  expect(after([busy], timedOut).ended).toBe("infrastructure");
  expect(after([null, busy], timedOut).ended).toBe("timed-out");
  expect(after([busy, busy, null], timedOut).ended).toBe("timed-out");
  expect(after([], timedOut).ended).toBe("timed-out");
});

test("an agent that breaks on a failed call has not crashed; one that is killed has", () => {
  expect(after([null, busy], crashed).ended).toBe("infrastructure");
  expect(after([null, busy], crashed, 137).ended).toBe("crashed");
  expect(after([null, busy], crashed, null).ended).toBe("crashed");
  expect(after([busy, null], crashed).ended).toBe("crashed");
});

test("a request that was wrong is the agent's own", () => {
  expect(after([null, tooLong, tooLong], crashed).ended).toBe("crashed");
  expect(after([tooLong], done).ended).toBe("done");
});

test("an agent that was never answered, or not to the end, is not done, whatever it says", () => {
  expect(after([busy, busy], done, 0).ended).toBe("infrastructure");
  expect(after([busy, null, busy], done, 0).ended).toBe("done");
  expect(after(["tool", busy], done, 0).ended).toBe("infrastructure");
  expect(after(["tool", busy, null], done, 0).ended).toBe("done");
  expect(after(["tool"], done, 0).ended).toBe("done");
  const spent: AgentEnd = { ended: "over-budget", account: "agent", detail: "" };
  expect(after([busy], spent).ended).toBe("infrastructure");
  expect(after([null, busy, busy], spent).ended).toBe("over-budget");
  expect(after([busy], { ended: "cancelled", detail: "" }).ended).toBe("cancelled");
});

test("the gateway knows the status that an agent does not tell", () => {
  const said = { ...error, code: "agent-api", retryable: true };
  const end: AgentEnd = { ended: "infrastructure", detail: "", error: said };
  expect(after([unpaid], end)).toMatchObject({ error: { status: 402, retryable: false } });
  expect(after([null], end)).toMatchObject({ error: said });
  const other: AgentEnd = { ended: "infrastructure", detail: "", error: { ...error, code: "missing-key" } };
  expect(after([unpaid], other)).toMatchObject({ error: { code: "missing-key" } });
});

const nothing = { text: "", reasoning: "", toolCalls: [], finishReason: null, model: null };

/** What a time-out comes to after calls that were under way at the end, each asked and given up at these seconds. */
function waiting(
  calls: readonly [from: number, to: number][],
  more: Partial<Exchange>[] = [],
  seconds = 180,
) {
  const wire = watchWire();
  const exchanges = calls.map(([from, to]) => ({
    ...{ status: "aborted", error: null, answer: nothing },
    ...{ startedAt: new Date(from * 1000).toISOString(), latencyMs: (to - from) * 1000 },
  }));
  for (const each of [...exchanges, ...more]) wire.onExchange({ ...when, error: null, ...each } as Exchange);
  return endOnWire({ ...noFigures, ...timedOut }, "codex", wire, seconds * 1000);
}

test("an agent that was never answered has not failed; one that asked late, or heard anything, has", () => {
  expect(waiting([[30, 180]])).toMatchObject({
    ended: "infrastructure",
    error: { code: "provider-silent", retryable: false },
    detail: expect.stringMatching(
      /^The provider did not answer: the agent codex had waited (150 s|2 m 30 s|2\.5 min) for its first answer when the time was up\./,
    ),
  });
  // It gave up by itself and asked again.
  expect(
    waiting([
      [30, 105],
      [108, 180],
    ]).ended,
  ).toBe("infrastructure");
  expect(waiting([[120, 180]]).ended).toBe("timed-out");
  const cut = { status: "aborted" as const, answer: { ...nothing, text: "Let me" } };
  expect(waiting([[0, 180]], [cut]).ended).toBe("timed-out");
  expect(waiting([[0, 180]], [{ status: "complete", answer: nothing }]).ended).toBe("timed-out");
  expect(waiting([]).ended).toBe("timed-out");
  // A model that thinks may take that long.
  expect(waiting([[0, 50]], [], 50).ended).toBe("timed-out");
});

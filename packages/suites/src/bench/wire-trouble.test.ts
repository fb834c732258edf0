import type { ErrorRecord } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { type AgentEnd, noFigures } from "../agent/agent-report.ts";
import type { Exchange } from "../gateway/exchange.ts";
import { endOnWire, watchWire } from "./wire-trouble.ts";

const busy: ErrorRecord = { name: "E", message: "Busy.", retryable: true, status: 503 };
const unpaid: ErrorRecord = { name: "E", message: "Pay.", retryable: false, status: 402 };
const tooLong: ErrorRecord = { name: "E", message: "Too long.", retryable: false, status: 400 };
const error = { name: "E", message: "It broke." };

/** What an agent's end comes to after calls that were answered, with a word (null) or by using a tool, or failed. */
function after(calls: readonly (ErrorRecord | "tool" | null)[], end: AgentEnd, exitCode: number | null = 1) {
  const wire = watchWire();
  for (const each of calls) {
    const error = each === "tool" ? null : each;
    const answer = { toolCalls: each === "tool" ? [{}] : [] };
    wire.onExchange({ status: error ? "failed" : "complete", error, answer } as unknown as Exchange);
  }
  return endOnWire({ ...noFigures, turns: 7, exitCode, ...end }, "codex", wire);
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

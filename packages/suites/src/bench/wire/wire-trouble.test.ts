import type { ErrorRecord } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { type AgentEnd, type AgentReport, noFigures } from "../../agent/agent-report.ts";
import type { Exchange } from "../../gateway/exchange.ts";
import type { WireName } from "../../gateway/wires/wire-name.ts";
import { watchWire } from "./watch-wire.ts";
import { endOnWire } from "./wire-trouble.ts";

const busy: ErrorRecord = { name: "E", message: "Busy.", retryable: true, status: 503 };
const unpaid: ErrorRecord = { name: "E", message: "Pay.", retryable: false, status: 402 };
const missing: ErrorRecord = { name: "E", message: "No such file.", retryable: false, status: 404 };
const tooLong: ErrorRecord = { name: "E", message: "Too long.", retryable: false, status: 400 };
const error = { name: "E", message: "It broke." };

const when = { startedAt: "2030-01-01T00:00:00.000Z", latencyMs: 1 };
const silence = { text: "", reasoning: "", toolCalls: [], finishReason: null, model: null };

/**
 * A call that was answered, or failed as told; `more` may say that it brought the results of tools, or repeats another.
 */
interface Call {
  failed: ErrorRecord;
  wire?: WireName;
  modelId?: string;
  results?: true;
  tools?: true;
  retryOf?: number;
}

const afterTools = (failed: ErrorRecord): Call => ({ failed, results: true });

/** What an agent's end comes to after calls that were answered (null), or failed. */
function after(
  calls: readonly (ErrorRecord | Call | null | { retryOf?: number; tools?: true })[],
  end: AgentEnd,
  exitCode: number | null = 1,
  {
    answeredModels = new Set<string>(),
    isOfCase = () => true,
    ...more
  }: {
    answeredModels?: Set<string>;
    isOfCase?: (modelId: string) => boolean;
  } & Partial<AgentReport> = {},
) {
  const wire = watchWire(answeredModels, isOfCase);
  for (const [at, each] of calls.entries()) {
    const call = each !== null && "message" in each ? { failed: each } : each;
    const failed = call && "failed" in call ? call.failed : null;
    const isResult = call && "results" in call;
    wire.onExchange({
      ...{
        number: at + 1,
        wire: (call && "wire" in call && call.wire) || "openai-chat",
        modelId: (call && "modelId" in call && call.modelId) || "m",
        status: failed ? "failed" : "complete",
        error: failed,
        ...when,
      },
      ...{ answer: silence, retryOf: call?.retryOf ?? null },
      request: {
        news: [{ type: isResult ? "tool-result" : "user" }],
        tools: call && "tools" in call ? ["t"] : [],
      },
    } as unknown as Exchange);
  }
  const report = { ...noFigures, turns: 7, exitCode, ...end, ...more } as AgentReport;
  return endOnWire(report, "codex", wire, 60_000);
}

const timedOut: AgentEnd = { ended: "timed-out", detail: "" };
const crashed: AgentEnd = { ended: "crashed", detail: "", error };
const done: AgentEnd = { ended: "done", detail: "" };

/** An agent that says its provider failed. */
const says = (status?: number): AgentEnd => ({
  ...{ ended: "infrastructure", detail: "It said so." },
  error: { ...error, code: "agent-api", retryable: true, ...(status !== undefined && { status }) },
});

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

test("what is not found is of the setup only as long as the model has answered nobody", () => {
  expect(after([missing], crashed)).toMatchObject({ ended: "infrastructure", error: { status: 404 } });
  expect(after([null, missing], crashed).ended).toBe("crashed");
  expect(after([null, missing], says(404)).ended).toBe("crashed");
  // Another case of the run has been answered.
  const answeredModels = new Set<string>();
  after([null], done, 0, { answeredModels });
  expect(after([missing], crashed, 1, { answeredModels }).ended).toBe("crashed");
  expect(after([{ failed: missing, modelId: "other" }], crashed, 1, { answeredModels }).ended).toBe(
    "infrastructure",
  );
  // No request brings about that money has run out.
  expect(after([null, unpaid], crashed)).toMatchObject({ ended: "infrastructure", error: { status: 402 } });
});

test("a wire on which the model has answered nobody is of the setup, whoever was answered on another", () => {
  const answeredModels = new Set<string>();
  after([null], done, 0, { answeredModels });
  const elsewhere: Call = { failed: missing, wire: "anthropic-messages" };
  expect(after([elsewhere, elsewhere], crashed, 1, { answeredModels })).toMatchObject({
    ...{ ended: "infrastructure", error: { status: 404 } },
  });
  expect(after([missing], crashed, 1, { answeredModels }).ended).toBe("crashed");
});

test("another model than that of the case, which is not found after calls were answered, is the agent's own", () => {
  const isOfCase = (modelId: string) => modelId === "m";
  const retired = { failed: missing, modelId: "retired" };
  expect(after([null, retired], crashed, 1, { isOfCase }).ended).toBe("crashed");
  expect(after([null, { ...retired, results: true }], done, 0, { isOfCase }).ended).toBe("done");
  // Nothing was answered: the program may have been set up with a wrong name.
  expect(after([retired], crashed, 1, { isOfCase }).ended).toBe("infrastructure");
  // That of the case is of the setup, though a helper was answered.
  const helper = (modelId: string) => modelId !== "m";
  expect(after([null, retired], crashed, 1, { isOfCase: helper }).ended).toBe("infrastructure");
});

test("an agent that was never answered, or cut off in its middle, is not done, whatever it says", () => {
  expect(after([busy, busy], done, 0).ended).toBe("infrastructure");
  expect(after([busy, null, busy], done, 0).ended).toBe("done");
  expect(after([null, afterTools(busy)], done, 0).ended).toBe("infrastructure");
  expect(after([null, afterTools(busy), busy], done, 0).ended).toBe("infrastructure");
  expect(after([null, afterTools(busy), null], done, 0).ended).toBe("done");
  // A title that failed when all was done takes nothing from it.
  expect(after([null, busy, busy], done, 0).ended).toBe("done");
  const spent: AgentEnd = { ended: "over-budget", account: "agent", detail: "" };
  expect(after([busy], spent).ended).toBe("infrastructure");
  expect(after([null, busy, busy], spent).ended).toBe("over-budget");
  expect(after([busy], { ended: "cancelled", detail: "" }).ended).toBe("cancelled");
});

test("no money that hides behind a status for too many requests, or a wrong one, is of the setup", () => {
  const poor: ErrorRecord = {
    ...{ name: "E", message: "No money.", retryable: false, status: 429, code: "spent-quota" },
  };
  for (const end of [crashed, says(429), done]) {
    expect(after([poor], end)).toMatchObject({ ended: "infrastructure", error: { code: "spent-quota" } });
  }
  for (const status of [400, 403]) {
    expect(after([null, { ...poor, status }], crashed)).toMatchObject({
      error: { code: "spent-quota", retryable: false },
    });
  }
});

test.each(["redirected", "insecure-server", "proxy-refused"])(
  "a call that did not arrive, %s, is of the setup",
  (code) => {
    const lost: ErrorRecord = { name: "E", message: "It did not arrive.", retryable: false, code };
    for (const end of [crashed, says(), done]) {
      expect(after([lost], end)).toMatchObject({
        ended: "infrastructure",
        error: { code, retryable: false },
      });
    }
    expect(after([null, lost], done).ended).toBe("done");
  },
);

test("three calls in a row that no further try helps end the agent, and are not its own", () => {
  const stopped: AgentEnd = { ended: "cancelled", detail: "" };
  expect(after([unpaid, unpaid, unpaid], stopped)).toMatchObject({
    ...{ ended: "infrastructure", error: { code: "provider-failing", status: 402 } },
    detail: "The agent codex could not go on, for its last 3 calls failed: Pay.",
  });
  expect(after([missing, missing, missing], stopped).ended).toBe("infrastructure");
  expect(after([null, unpaid, unpaid, unpaid], stopped).ended).toBe("infrastructure");
  expect(after([unpaid, unpaid], stopped).ended).toBe("cancelled");
  expect(after([unpaid, unpaid, null, unpaid], stopped).ended).toBe("cancelled");
  expect(after([unpaid, unpaid, busy, unpaid], stopped).ended).toBe("cancelled");
  expect(after([null, missing, missing, missing], stopped).ended).toBe("cancelled");
  expect(after([busy, busy, busy, busy], stopped).ended).toBe("cancelled");
});

test("a title that was answered says nothing about work that was not", () => {
  const work: Call = { failed: busy, tools: true };
  for (const calls of [
    [work, null],
    [null, work],
    [{ tools: true } as const, { ...work, results: true } as const, null],
  ]) {
    expect(after(calls, done, 0)).toMatchObject({ ended: "infrastructure", error: { status: 503 } });
    expect(after(calls, crashed).ended).toBe("infrastructure");
  }
  expect(after([work, null, { tools: true }], done, 0).ended).toBe("done");
  expect(after([{ tools: true }, work], done, 0).ended).toBe("done");
  expect(after([{ tools: true }, busy], done, 0).ended).toBe("done");
});

test("the gateway knows the status that an agent does not tell", () => {
  expect(after([unpaid], says())).toMatchObject({ error: { status: 402, retryable: false } });
  const other: AgentEnd = { ended: "infrastructure", detail: "", error: { ...error, code: "missing-key" } };
  expect(after([unpaid], other)).toMatchObject({ error: { code: "missing-key" } });
});

test("that a provider failed is believed only where the wire has seen it", () => {
  // Its model may have said just these words.
  expect(after([null], says(503), 0, { answer: "[API Error: 503" })).toMatchObject({
    ...{ ended: "done", answer: "[API Error: 503" },
  });
  expect(after([null], says(529), 1)).toMatchObject({
    ...{ ended: "crashed", error: { code: "agent-failed" } },
    detail: expect.stringContaining("none of its model calls explains"),
  });
  expect(after([null], says(), 1).ended).toBe("crashed");
  // It was tried again, and answered.
  expect(after([busy, { retryOf: 1 }], says(503), 0).ended).toBe("done");
  expect(after([busy, { failed: busy, retryOf: 1 }, { retryOf: 2 }], says(503), 0).ended).toBe("done");
  // Something else was answered in between.
  expect(after([busy, null], says(503), 0).ended).toBe("infrastructure");
  expect(after([busy, null], says(), 0).ended).toBe("infrastructure");
  expect(after([busy, null], says(404), 0).ended).toBe("done");
  expect(after([null, tooLong], says(400), 1).ended).toBe("infrastructure");
});

test("without a call: who could not get through is believed, but nobody can have failed", () => {
  expect(after([], says(503)).ended).toBe("crashed");
  expect(after([], says(503), 0).ended).toBe("crashed");
  expect(after([], says()).ended).toBe("infrastructure");
  expect(after([], says(404)).ended).toBe("infrastructure");
  // It went another way than through the gateway.
  expect(after([], says(503), 1, { figuresFrom: "reported" }).ended).toBe("infrastructure");
  const bare = { ...noFigures, exitCode: 0, ...says(503) };
  expect(endOnWire(bare, "codex", null, 60_000)).toBe(bare);
});

/** What a time-out comes to after calls that were under way at the end, each asked and given up at these seconds. */
function waiting(
  calls: readonly [from: number, to: number][],
  more: Partial<Exchange>[] = [],
  seconds = 180,
) {
  const wire = watchWire();
  const request = { news: [], tools: [] as string[] };
  const exchanges = calls.map(([from, to]) => ({
    ...{ status: "aborted", error: null, answer: silence },
    ...{ startedAt: new Date(from * 1000).toISOString(), latencyMs: (to - from) * 1000 },
  }));
  for (const each of [...exchanges, ...more])
    wire.onExchange({ ...when, request, error: null, modelId: "m", retryOf: null, ...each } as Exchange);
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
  // Calls that were under way at the same time are waited for once.
  expect(
    waiting([
      [0, 60],
      [10, 60],
    ]).ended,
  ).toBe("timed-out");
  const cut = { status: "aborted" as const, answer: { ...silence, text: "Let me" } };
  expect(waiting([[0, 180]], [cut]).ended).toBe("timed-out");
  expect(waiting([[0, 180]], [{ status: "complete", answer: silence }]).ended).toBe("timed-out");
  expect(waiting([]).ended).toBe("timed-out");
  // A model that thinks may take that long.
  expect(waiting([[0, 50]], [], 50).ended).toBe("timed-out");
});

test("who gives calls up at once, or does other things between them, has not waited for an answer", () => {
  expect(
    waiting([
      [0, 2],
      [170, 172],
    ]).ended,
  ).toBe("timed-out");
  expect(
    waiting([
      [0, 20],
      [150, 170],
    ]).ended,
  ).toBe("timed-out");
  const seconds = Array.from({ length: 90 }, (_, at) => [at * 2, at * 2 + 2] as [number, number]);
  expect(waiting(seconds).ended).toBe("timed-out");
});

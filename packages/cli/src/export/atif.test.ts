import { sumUsd } from "@flow-state-dev/core";
import type { CellRecord, Run } from "@flow-state-dev/records";
import type { TranscriptEvent } from "@flow-state-dev/suites";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CellView } from "../show/read-cell.ts";
import { toTrajectory } from "./atif.ts";

const zero = { inputTokens: 5, outputTokens: 2, cacheReadTokens: 1, cacheWriteTokens: 0, reasoningTokens: 0 };

function viewOf(events: TranscriptEvent[] | null, more: Partial<CellView> = {}): CellView {
  const plan = { kind: "bench", name: "s", subjects: ["x"], tasks: { t: "h" }, runs: 1 };
  const manifest = { ...plan, models: {}, conditions: {}, circumstances: {}, simulated: true };
  const cell: CellRecord = {
    ...{ subject: "x", task: "t", run: 0, taskHash: "h", attempts: 1, running: false, usage: zero },
    outcome: { kind: "passed", score: 1 },
    spend: { subject: 0, judge: 0.5, agent: 0.1, carried: 0, unknownCalls: 0 },
    ...{ workingMs: 1, waitingMs: 0, suspect: false, endedAt: null },
  };
  return {
    run: { id: "7f3a", manifest } as unknown as Run,
    ...{
      cell,
      used: zero,
      costUsd: 0.1,
      attempts: [],
      isOfAnother: false,
      evidence: {},
      output: null,
      prompt: null,
      patch: null,
      artifacts: [],
    },
    calls: { count: 0, byModel: new Map() },
    events: events && { events, agent: null, startedAt: "2026-01-01T00:00:00.000Z", left: 0, unreadable: 0 },
    ...more,
  };
}

const at = (atMs: number, turn: number | null) => ({ atMs, turn });

test("a turn is one step, whether its figures come before its text or after it", () => {
  const usage = { type: "usage", model: "m", usage: zero, costUsd: 0.1, durationMs: 1 } as const;
  const said = (text: string) => ({ type: "message", role: "assistant", text }) as const;
  const call = (id: string) => ({ type: "tool-call", id, tool: "read", input: { path: "a" } }) as const;
  const result = (id: string) =>
    ({ type: "tool-result", id, tool: "read", ok: true, text: "r", durationMs: 1 }) as const;
  const shapeOf = (events: TranscriptEvent[]) =>
    toTrajectory(viewOf(events)).steps.map(({ message, metrics, tool_calls, observation }) => [
      ...[message, metrics?.prompt_tokens ?? null, tool_calls?.length ?? 0, observation?.results.length ?? 0],
    ]);
  const counted = [1, 2].flatMap((turn): TranscriptEvent[] => [
    { ...usage, ...at(turn, turn) },
    { ...said(`turn ${turn}`), ...at(turn, turn) },
    { ...call(`c${turn}`), ...at(turn, turn) },
    { ...result(`c${turn}`), ...at(turn, turn) },
  ]);
  expect(shapeOf(counted)).toEqual([
    ["turn 1", 5, 1, 1],
    ["turn 2", 5, 1, 1],
  ]);
  const before = [usage, said("one"), usage, said("two")].map((event) => ({ ...event, ...at(1, null) }));
  expect(shapeOf(before)).toEqual([
    ["one", 5, 0, 0],
    ["two", 5, 0, 0],
  ]);
  const uncounted = [said("one"), usage, said("two"), usage].map((event) => ({ ...event, ...at(1, null) }));
  expect(shapeOf(uncounted)).toEqual([
    ["one", 5, 0, 0],
    ["two", 5, 0, 0],
  ]);
});

test("the judge's money is not the agent's, and what nobody knows is left out", () => {
  expect(toTrajectory(viewOf([])).final_metrics.total_cost_usd).toBe(0.1);
  expect(toTrajectory(viewOf([], { costUsd: null })).final_metrics).not.toHaveProperty("total_cost_usd");
});

test("without a transcript there are the prompt and the answer", () => {
  const { steps } = toTrajectory(viewOf(null, { prompt: "Do it.", output: "Done." }));
  expect(steps).toEqual([
    { step_id: 1, source: "user", message: "Do it." },
    { step_id: 2, source: "agent", message: "Done." },
  ]);
});

const event: fc.Arbitrary<TranscriptEvent> = fc
  .record({
    time: fc.record({ atMs: fc.nat(1e9), turn: fc.option(fc.nat(3)) }),
    what: fc.oneof(
      fc.record({
        ...{
          type: fc.constant("message"),
          role: fc.constantFrom("system", "user", "assistant"),
          text: fc.string(),
        },
      }),
      fc.record({
        type: fc.constant("tool-call"),
        id: fc.constantFrom("a", "b"),
        tool: fc.string(),
        input: fc.jsonValue(),
      }),
      fc.record({
        ...{
          type: fc.constant("tool-result"),
          id: fc.constantFrom("a", "b"),
          tool: fc.string(),
          ok: fc.boolean(),
        },
        ...{ text: fc.string(), durationMs: fc.nat() },
      }),
      fc.record({
        ...{ type: fc.constant("usage"), model: fc.option(fc.string()), usage: fc.option(fc.constant(zero)) },
        ...{ costUsd: fc.option(fc.nat(1000)), durationMs: fc.option(fc.nat()) },
      }),
      fc.record({ type: fc.constant("output"), stream: fc.constant("stdout"), text: fc.string() }),
      fc.record({
        type: fc.constant("error"),
        error: fc.record({ name: fc.string(), message: fc.string() }),
      }),
    ),
  })
  .map(({ time, what }) => ({ ...time, ...what }) as TranscriptEvent);

test("whatever happened, the trajectory is what the format asks for, and no figure is lost", () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), (events) => {
      const { steps, final_metrics } = toTrajectory(viewOf(events));
      expect(steps.map(({ step_id }) => step_id)).toEqual(steps.map((_, place) => place + 1));
      expect(final_metrics.total_steps).toBe(steps.length);
      for (const step of steps) {
        expect(typeof step.message).toBe("string");
        if (step.source !== "agent") {
          const own = Object.keys(step).sort();
          expect(own).toEqual(["message", "source", "step_id", "timestamp"]);
        }
        const calls = new Set(step.tool_calls?.map(({ tool_call_id }) => tool_call_id));
        for (const { arguments: given } of step.tool_calls ?? []) expect(given).toBeTypeOf("object");
        for (const { source_call_id: id } of step.observation?.results ?? [])
          if (id !== undefined) expect(calls).toContain(id);
      }
      const costs = events.map((each) => (each.type === "usage" ? (each.costUsd ?? 0) : 0));
      expect(sumUsd(steps.map(({ metrics }) => metrics?.cost_usd ?? 0))).toBe(sumUsd(costs));
    }),
  );
});

test("what the calls of a turn cost is added to the billionth of a dollar", () => {
  const used = { type: "usage", model: "m", usage: zero, durationMs: null } as const;
  const events = [0.1, 0.2].map((costUsd) => ({ ...at(0, 1), ...used, costUsd }));
  expect(toTrajectory(viewOf(events)).steps[0]!.metrics!.cost_usd).toBe(0.3);
});

test("an agent that writes very many lines, or calls very many tools, in one turn is told in time", () => {
  const lines = Array.from({ length: 40_000 }, (_, atMs): TranscriptEvent[] => [
    { type: "tool-call", id: `c${atMs}`, tool: "read", input: {}, ...at(atMs, 1) },
    { type: "tool-result", id: `c${atMs}`, tool: "read", ok: true, text: "r", durationMs: 1, ...at(atMs, 1) },
    { type: "output", stream: "stdout", text: "o", ...at(atMs, 1) },
  ]).flat();
  const started = performance.now();
  const [step] = toTrajectory(viewOf(lines)).steps;
  expect(step!.observation!.results).toHaveLength(80_000);
  expect(step!.observation!.results[2]).toEqual({ source_call_id: "c1", content: "r" });
  // A tenth of a second when the time grows with their number, minutes when it grows with its square.
  expect(performance.now() - started).toBeLessThan(5_000);
});

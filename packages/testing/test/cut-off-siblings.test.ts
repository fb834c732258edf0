// Calls that are cut off because another one of their cell cannot be made: paid for when they went out, and only then.
import { generator, handler, sequencer } from "@flow-state-dev/core";
import { createSqliteStore } from "@flow-state-dev/records";
import { afterEach, expect, test, vi } from "vitest";
import { startWireServer, type WireServer } from "../../core/test/wire/start-wire-server.ts";
import { exactMatch, runBenchmark } from "../src/index.ts";
import { tasksOf } from "./support/plain-models.ts";

const model = "openai/gpt-5.4-mini";
const ask = (name: string, user = "Say something.") => generator({ name, model, user: () => user });
const dear = ask("dear", "a word ".repeat(60_000));

afterEach(() => vi.unstubAllEnvs());

/**
 * Two calls beside a third step, of a cell in a run of $0.12: what became of them, at the provider and in the books.
 */
async function besides(third: (wire: WireServer) => unknown, strict: boolean) {
  await using wire = await startWireServer({ reply: { type: "silence" } });
  for (const [name, value] of Object.entries(wire.env)) vi.stubEnv(name, value);
  const steps = { one: ask("one"), two: ask("two"), third: third(wire) };
  const sides = sequencer({ name: "sides" }).parallel(steps as never);
  const store = createSqliteStore(":memory:");
  const report = await runBenchmark({
    subjects: [{ name: "sides", kind: "pattern", sequencer: sides as never, mapTask: (task) => task }],
    tasks: tasksOf("a").map((task) => ({ ...task, rubric: [], expected: "no" })),
    ...{ scorers: [exactMatch()], runs: 1, model, judgeModel: "anthropic/claude-haiku-4-5", store },
    ...{ maxCostUsd: 0.12, limits: { strict } },
  });
  const calls = [];
  for await (const call of store.calls(report.runId!)) calls.push(call);
  await store.close();
  return { requests: wire.requests.length, calls, report };
}

/** Breaks as soon as both others are at the provider. */
const breaking = (wire: WireServer) =>
  handler({
    name: "breaking",
    execute: async () => {
      await vi.waitFor(() => expect(wire.requests).toHaveLength(2), { timeout: 20_000 });
      throw new Error("It broke.");
    },
  });

test("a call that is refused keeps those beside it from going out, and they cost nothing", async () => {
  const { requests, calls, report } = await besides(() => dear, true);
  expect(report).toMatchObject({ budgetExceeded: true, totalCostUsd: 0 });
  expect(requests).toBe(0);
  for (const call of calls) expect(call).toMatchObject({ state: "charged", costUsd: 0 });
});

test("those that were at the provider are in the books at what is known of them", async () => {
  const { requests, calls } = await besides(breaking, false);
  expect(requests).toBe(2);
  expect(calls).toHaveLength(2);
  for (const call of calls)
    expect(call).toMatchObject({ state: "charged", costUsd: expect.closeTo(0.00001, 5) });
});

test("and are carried at the most they can have cost when the budget is strict", async () => {
  const { requests, calls } = await besides(breaking, true);
  expect(requests).toBe(2);
  expect(calls.map(({ state }) => state)).toEqual(["lost", "lost"]);
});

import { createModelResolver, generator, runBlock, simModel } from "@flow-state-dev/core";
import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { answered, call, cellsOf, manifestOf, passed, planOfSize } from "../../test/support/sweeping.ts";
import { createVirtualTime } from "../../test/support/virtual-time.ts";
import { cellName, sweep } from "../index.ts";

const answerKey = [{ id: "q", prompt: "q", difficulty: 0, right: "yes", wrong: ["no"] }];
const modelResolver = createModelResolver({
  sim: (profile) => simModel(profile, { answerKey, latencyScale: 0 }),
});

test("a context that is spread into the options of a block keeps the books and the budget", async () => {
  const plan = planOfSize(1, 6);
  const result = await sweep({
    ...{ cells: plan, manifest: manifestOf(plan), store: createSqliteStore(":memory:") },
    limits: { concurrency: 1, budgetUsd: 0.000001 },
    async runCell(cell, context) {
      const ask = generator({ name: "ask", model: "sim/strong" });
      const answer = await runBlock(ask, "q", { ...context, modelResolver, cell: cellName(cell) });
      if (!answer.ok) throw answer.error;
      return passed();
    },
  });
  expect(result.spend.subject).toBeGreaterThan(0);
  expect(result.budgetExceeded).toBe(true);
  expect(result.untried).toBeGreaterThan(0);
});

test("a context has its own members, those that are objects the same whenever they are read", async () => {
  const plan = planOfSize(1, 1);
  let names: string[] = [];
  const result = await sweep({
    ...{ cells: plan, manifest: manifestOf(plan), store: createSqliteStore(":memory:") },
    async runCell(_, context) {
      names = Object.keys(context);
      const { account, signal, pause } = { ...context };
      expect([account, signal, pause]).toEqual([context.account, context.signal, context.pause]);
      expect(context.account).toBe(account);
      expect(context.signal).toBe(signal);
      return passed();
    },
  });
  expect(result.outcomes.passed).toBe(1);
  expect(names.sort()).toEqual([
    "account",
    "attempt",
    "cell",
    "keep",
    "noteCached",
    "pause",
    "runId",
    "signal",
    "starvedMs",
    "workingMs",
  ]);
});

test("the difference of two readings of the working time is the work between them, without any wait", async () => {
  const { run, clock, timer, health } = createVirtualTime();
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(1, 1);
  const work = (ms: number) => new Promise<void>((resolve) => timer.after(ms, resolve));
  const readings: number[] = [];
  const { runId } = await run(
    sweep({
      ...{ cells: plan, manifest: manifestOf(plan), store, clock, timer, health },
      limits: { providers: { acme: { requestsPerMinute: 1 } } },
      async runCell(_, context) {
        const read = () => readings.push(context.workingMs);
        read();
        await work(30);
        read();
        await context.pause(1000);
        read();
        for (let calls = 0; calls < 2; calls += 1) {
          await call(context, async () => {
            await work(5);
            return answered(0);
          });
          read();
        }
        return passed();
      },
    }),
  );
  expect(readings).toEqual([0, 30, 30, 35, 40]);
  expect(await cellsOf(store, runId)).toMatchObject([{ workingMs: 40 }]);
  expect(clock.elapsed()).toBeGreaterThan(60_000);
});

import { createModelResolver, generator, runBlock, simModel } from "@flow-state-dev/core";
import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { manifestOf, passed, planOfSize } from "../test/support/sweeping.ts";
import { cellName, sweep } from "./index.ts";

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

test("a context has its own members, each the same whenever it is read", async () => {
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
  expect(names.sort()).toEqual(["account", "attempt", "cell", "pause", "signal"]);
});

import { createSqliteStore, type Outcome, type RunStore } from "@flow-state-dev/records";
import { manifestOf, planCells, sweep } from "@flow-state-dev/sweep";
import { expect, test } from "vitest";
import { bookReported } from "../agent/book-reported.ts";
import { readSuite } from "../suite/read-suite.ts";
import { estimateCost } from "./estimate-cost.ts";

const text = JSON.stringify({
  name: "s",
  cases: [
    { id: "one", prompt: "p", expect: ["file:a exists"], budget: 2 },
    { id: "two", prompt: "p", expect: ["file:a exists"], budget: 0.1, runs: 3 },
  ],
});

interface Told {
  simulated?: boolean;
  outcome?: Outcome;
  /** A call that nobody has heard the end of may have cost so much, in US dollars. */
  lost?: number;
}

async function spend(
  store: RunStore,
  name: string,
  usd: number,
  { simulated = false, outcome = { kind: "passed", score: 1 }, lost }: Told = {},
): Promise<void> {
  const cells = planCells({ subjects: ["x"], tasks: [{ id: "one", hash: "1" }], runs: 1 });
  await sweep({
    ...{ store, cells },
    manifest: manifestOf(cells, { kind: "bench", name, simulated }),
    async runCell(_cell, { account }) {
      const call = { modelId: "m", agent: "x", startedAt: new Date(0), durationMs: 1 };
      await bookReported(account, { usage: null, costUsd: usd }, call);
      if (lost !== undefined) await account.open({ modelId: "m", worstCaseUsd: lost });
      return { outcome, retry: false };
    },
  });
}

test("without earlier runs the budgets of all runs say what it may cost at most", async () => {
  const { cases } = await readSuite({ text, file: "s.json" });
  expect(await estimateCost("s", cases, null)).toEqual({ mostUsd: 2.3, judged: false, earlier: null });
  await using store = closing(createSqliteStore(":memory:"));
  expect(await estimateCost("s", cases, store.store)).toEqual({ mostUsd: 2.3, judged: false, earlier: null });
});

test("earlier runs of the same suite tell what its cases cost, but for simulated and free ones", async () => {
  const { cases } = await readSuite({ text, file: "s.json" });
  await using opened = closing(createSqliteStore(":memory:"));
  const { store } = opened;
  await spend(store, "s", 0.4);
  await spend(store, "s", 0.2);
  await spend(store, "s", 0);
  await spend(store, "s", 7, { simulated: true });
  await spend(store, "another", 7);
  const { earlier } = await estimateCost("s", cases, store);
  expect(earlier).toEqual({ usd: expect.closeTo(0.3), cases: 1, runs: 2 });
});

test("runs that were cut off, or whose cost is not known, say nothing of what the next would cost", async () => {
  const { cases } = await readSuite({ text, file: "s.json" });
  await using opened = closing(createSqliteStore(":memory:"));
  const { store } = opened;
  const error = { name: "E", message: "down" };
  await spend(store, "s", 0.4);
  await spend(store, "s", 0.01, { outcome: { kind: "infrastructure", error } });
  await spend(store, "s", 0.01, {
    outcome: { kind: "cancelled", reason: "the budget of the run was spent" },
  });
  await spend(store, "s", 0.2, { lost: 9 });
  const { earlier } = await estimateCost("s", cases, store);
  expect(earlier).toEqual({ usd: expect.closeTo(0.4), cases: 1, runs: 1 });
});

function closing(store: RunStore): { store: RunStore } & AsyncDisposable {
  return { store, [Symbol.asyncDispose]: () => store.close() };
}

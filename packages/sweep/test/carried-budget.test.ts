import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { sweep } from "../src/index.ts";
import { manifestOf, passed, planOfSize } from "./support/sweeping.ts";

/** A run in which a process died with a call under way that may have cost five dollars. */
async function crashedRun() {
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(1, 4);
  const manifest = manifestOf(plan);
  const run = await store.createRun(manifest, plan.count);
  const cell = plan.at(0);
  await store.registerWorker({ id: "dead", host: "here", pid: 1 });
  await store.claim(run.id, "dead", cell);
  const opening = {
    payer: "subject" as const,
    modelId: "acme/one",
    worstCaseUsd: 5,
    openedAt: "2026-01-01T00:00:00Z",
  };
  await store.openCall(run.id, cell, 1, { callId: "lost", ...opening });
  await store.releaseWorker("dead");
  return { store, plan, manifest, runId: run.id };
}

const spending = async (_: unknown, { account }: { account: import("@flow-state-dev/core").Account }) => {
  await account.open({ modelId: "acme/one", worstCaseUsd: 0.1 });
  return passed();
};

test("what a crash may have cost is in the books and does not use the budget up", async () => {
  const { store, plan, manifest, runId } = await crashedRun();
  const result = await sweep({
    ...{ cells: plan, store, manifest, resume: true, runCell: spending },
    limits: { budgetUsd: 1, concurrency: 1 },
  });
  expect(result).toMatchObject({ runId, state: "finished", budgetExceeded: false });
  expect(result.spend.carried).toBeGreaterThanOrEqual(5);
  expect(result.warnings.join(" ")).toContain("carried");
  await store.close();
});

test("in strict mode it counts, for nobody knows that it was less", async () => {
  const { store, plan, manifest } = await crashedRun();
  const result = await sweep({
    ...{ cells: plan, store, manifest, resume: true, runCell: spending },
    limits: { budgetUsd: 1, strict: true, concurrency: 1 },
  });
  expect(result).toMatchObject({ budgetExceeded: true, untried: 4 });
  await store.close();
});

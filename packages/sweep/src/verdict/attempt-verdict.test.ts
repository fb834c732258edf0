import { createSqliteStore, type RunStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { cellsOf, manifestOf, passed, planOfSize } from "../../test/support/sweeping.ts";
import { type CellResult, sweep } from "../index.ts";

async function swept(cells: number, runCell: () => CellResult | Promise<CellResult>) {
  const store: RunStore = createSqliteStore(":memory:");
  const plan = planOfSize(1, cells);
  const result = await sweep({
    ...{ cells: plan, manifest: manifestOf(plan), store, limits: { concurrency: 1 } },
    runCell: async () => runCell(),
  });
  return { store, result, records: await cellsOf(store, result.runId) };
}

test("what broke a cell is classified as if it were thrown, and what the cell left behind is kept", async () => {
  const refused = Object.assign(new Error("Who are you?"), { statusCode: 401 });
  const { store, result, records } = await swept(6, () => ({
    ...{ outcome: { kind: "passed", score: 1 }, brokenBy: refused, evidence: { seen: 1 } },
    artifacts: [{ name: "output", mediaType: "text/plain", content: "something" }],
  }));
  expect(result.outcomes).toMatchObject({ passed: 0, infrastructure: 3 });
  expect(result.stopped?.reason).toContain("Who are you?");
  const { subject, task, run } = records[0]!;
  const cell = { subject, task, run };
  expect(await store.attempts(result.runId, cell)).toMatchObject([{ evidence: { seen: 1 } }]);
  expect(await store.artifact(result.runId, cell, 1, "output")).toMatchObject({ content: "something" });
});

test("a cell that says it is unscored stays so, and is tried again when what broke it passes", async () => {
  const busy = Object.assign(new Error("Slow down."), { statusCode: 429, isRetryable: true });
  let tries = 0;
  const unscored = { kind: "unscored", error: { name: "JudgeError", message: "no judgement" } } as const;
  const { result, records } = await swept(1, () => {
    tries += 1;
    return tries < 3 ? { outcome: unscored, brokenBy: busy } : passed();
  });
  expect([tries, result.outcomes.passed, records[0]!.attempts]).toEqual([3, 1, 3]);
  const broken = Object.assign(new Error("No."), { statusCode: 400 });
  const { result: second } = await swept(1, () => ({ outcome: unscored, brokenBy: broken }));
  expect(second.outcomes).toMatchObject({ unscored: 1, errored: 0 });
});

test.each([
  [
    { workingMs: 60_000, suspect: true },
    { least: 60_000, suspect: true },
  ],
  [
    { workingMs: Number.NaN, suspect: false },
    { least: 0, suspect: false },
  ],
  [
    { workingMs: -60_000, suspect: false },
    { least: 0, suspect: false },
  ],
])("work that was taken over counts as the cell's own: %o", async (takenOver, { least, suspect }) => {
  const { records } = await swept(1, () => ({ ...passed(), takenOver }));
  expect(records[0]!.workingMs).toBeGreaterThanOrEqual(least);
  expect(records[0]!.workingMs).toBeLessThan(least + 60_000);
  if (suspect) expect(records[0]!.suspect).toBe(true);
});

import { noWork, type Outcome, openStore, type RunManifest, type RunState } from "@flow-state-dev/records";
import { keptRun } from "@flow-state-dev/suites";
import { describe, expect, test } from "vitest";
import { keepRun } from "../../test/kept-run.ts";
import { tempFolder } from "../../test/temp-folder.ts";
import { rowReader } from "../view/row-run.ts";
import { storedCases } from "./stored-cases.ts";
import { resultsOfCases, storedResults } from "./stored-results.ts";

const outage: Outcome = {
  kind: "infrastructure",
  error: { name: "E", message: "down", code: "provider", retryable: true } as never,
};
const planned = { a: 1, b: 3, c: 2 };
const circumstances = {
  benchmark: { tasks: Object.entries(planned).map(([id, runs]) => ({ id, runs })) },
};

type Cells = Parameters<typeof keepRun>[1];

/**
 * The cases of an unfinished run, the same with evidence and from rows alone: how many passed, of those with a result,
 * of those planned.
 */
async function shown(cells: Cells, plannedCells: number, manifest: Partial<RunManifest>) {
  await using folder = await tempFolder();
  const tasks = Object.fromEntries(Object.keys(planned).map((id) => [id, `hash of ${id}`]));
  const plan = { state: "interrupted", plannedCells } as const;
  const { id } = await keepRun(folder.path, cells, { tasks, runs: 3, ...manifest }, plan);
  const store = openStore(folder.path);
  const run = (await store.findRun(id))!;
  const results = await storedResults(store, run);
  const rows = resultsOfCases(run, await storedCases(store, run, await rowReader(store, run)));
  await store.close();
  const counts = ({ passed, total, cases }: typeof results) => ({
    ...{ passed, total },
    cases: Object.fromEntries(
      cases.map((each) => [each.id, [each.passes.passed, each.passes.of, each.planned]]),
    ),
  });
  const { totalCost, unknownCosts, byAgent } = results;
  expect(counts(rows)).toEqual(counts(results));
  const times = ({ cases }: typeof results) => cases.map(({ duration }) => duration);
  expect(times(rows)).toEqual(times(results));
  expect(rows).toMatchObject({ totalCost, unknownCosts });
  expect(rows.byAgent[0]!.costPerCase).toBe(byAgent[0]!.costPerCase);
  const money = { totalCost, unknownCosts, costPerCase: byAgent[0]!.costPerCase };
  return { ...counts(results), coverage: results.coverage, money };
}

test("each case is held to the runs that were planned of it, outages and untried ones included", async () => {
  const cells = { x: { a: [1], b: [1, 1], c: [1, { outcome: outage }] } };
  expect(await shown(cells, 6, { circumstances })).toMatchObject({
    ...{ passed: 1, total: 3 },
    cases: { a: [1, 1, 1], b: [2, 2, 3], c: [1, 1, 2] },
    coverage: { planned: 6, withResult: 4, missing: { infrastructure: 1, untried: 1 } },
  });
});

test("a run that is not planned any more does not count", async () => {
  const cells = { x: { a: [1, 0, 0], b: [1, 1, 1] } };
  expect(await shown(cells, 6, { circumstances })).toMatchObject({
    ...{ passed: 2, total: 3 },
    cases: { a: [1, 1, 1], b: [3, 3, 3] },
  });
});

test("runs of earlier versions: what was tried is what was planned, once everything was", async () => {
  const cells = { x: { a: [1], b: [1, 1, 1], c: [1, { outcome: outage }] } };
  expect(await shown(cells, 6, {})).toMatchObject({
    ...{ passed: 2, total: 3 },
    cases: { a: [1, 1, 1], b: [3, 3, 3], c: [1, 1, 2] },
  });
  // Of the others nobody knows; they have passed when they have as often as any could have been planned.
  expect(await shown({ x: { a: [1], b: [1, 1, 1] } }, 6, {})).toMatchObject({
    cases: { a: [1, 1, 3], b: [3, 3, 3] },
  });
});

describe("a run that its budget ended", () => {
  const spent: Outcome = { kind: "cancelled", reason: "the budget of the run was spent" };
  const stopped: Outcome = { kind: "cancelled", reason: "the sweep was stopped" };
  const under = (budgetUsd: number) => ({ circumstances: { benchmark: { budgetUsd } } });

  test.each<[string, Cells[string][string], Partial<RunManifest>, RunState, [boolean, boolean]]>([
    ["spent all of it", [{ outcome: 1, costUsd: 0.5 }], under(0.5), "interrupted", [true, false]],
    ["had too little left", [{ outcome: spent, costUsd: 0 }], under(0.5), "interrupted", [true, false]],
    ["had some left", [{ outcome: stopped, costUsd: 0.4 }], under(0.5), "interrupted", [false, true]],
    ["only carries so much", [{ outcome: 1, lost: true }], under(0.5), "interrupted", [false, true]],
    ["had none", [{ outcome: stopped, costUsd: 9 }], {}, "interrupted", [false, true]],
    ["has all its results", [{ outcome: 1, costUsd: 9 }], under(0.5), "finished", [false, false]],
  ])("%s", async (_, cells, manifest, state, said) => {
    await using folder = await tempFolder();
    const { id } = await keepRun(folder.path, { x: { a: cells } }, manifest, { state, plannedCells: 2 });
    const store = openStore(folder.path);
    await store.recover(id);
    const run = (await store.findRun(id))!;
    for (const read of [keptRun, await rowReader(store, run)]) {
      const { budgetExceeded, aborted } = resultsOfCases(run, await storedCases(store, run, read));
      expect([budgetExceeded, aborted]).toEqual(said);
    }
    await store.close();
  });
});

test("all that was paid is in the sum, attempts that do not count included, and one run costs what its result took", async () => {
  const retried = { outcome: 1, costUsd: 0.5, counted: { ...noWork(), costUsd: 0.1 } };
  const { money } = await shown({ x: { a: [retried], c: [{ outcome: 1, costUsd: 0.3 }] } }, 3, {});
  expect(money).toEqual({ totalCost: 0.8, unknownCosts: 0, costPerCase: 0.2 });
});

import { createSqliteStore, exportRun, importedAt, importRun } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { manifestOf, passed, planOfSize } from "../../test/support/sweeping.ts";
import { sweep } from "../index.ts";

const at = "2026-01-02T03:04:05.000Z";

test("going on with a run that was imported says so, and it stays one that was imported", async () => {
  const plan = planOfSize(2, 3);
  const manifest = manifestOf(plan);
  await using there = closing();
  const { id } = await there.store.createRun(manifest, plan.count);
  await using here = closing();
  await importRun(here.store, exportRun(there.store, id), { at });
  const told: string[] = [];
  const result = await sweep({
    ...{ cells: plan, store: here.store, manifest, resume: true, runCell: async () => passed() },
    onEvent: (event) => void (event.type === "warning" && told.push(event.message)),
  });
  expect(result).toMatchObject({ runId: id, continued: true, state: "finished" });
  const run = (await here.store.findRun(id))!;
  expect(importedAt(run.manifest)).toBe(at);
  for (const warnings of [told, result.warnings, run.warnings])
    expect(warnings).toEqual([expect.stringContaining("was imported on 2026-01-02: the results that came")]);
});

test("a run that was made here is nothing to warn of", async () => {
  const plan = planOfSize(1, 1);
  await using here = closing();
  const { store } = here;
  const { id } = await store.createRun(manifestOf(plan), plan.count);
  const { warnings } = await sweep({ cells: plan, store, run: id, runCell: async () => passed() });
  expect(warnings).toEqual([]);
  expect(importedAt((await store.findRun(id))!.manifest)).toBeNull();
});

function closing() {
  const store = createSqliteStore(":memory:");
  return { store, [Symbol.asyncDispose]: () => store.close() };
}

import { outcomeKinds, type Run, type RunStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { failedGate, hasResults, keepGate } from "./kept-gate.ts";

const runWith = (circumstances: object) =>
  ({ id: "7f3a", manifest: { name: "small", circumstances } }) as Run;

test("what a gate came to is kept with its run, beside all that is there", async () => {
  const run = runWith({ node: "24" });
  const kept: unknown[] = [];
  const store = { updateRun: async (_: string, change: unknown) => void kept.push(change) };
  await keepGate(store as unknown as RunStore, run, { passed: false, checks: [] } as never);
  expect(kept).toEqual([
    { manifest: { name: "small", circumstances: { node: "24", gate: { passed: false } } } },
  ]);
});

test.each([
  [{}, false],
  [{ gate: { passed: true } }, false],
  [{ gate: { passed: false } }, true],
  [{ gate: "broken" }, false],
])("of %j the gate failed: %s", (circumstances, failed) => {
  expect(failedGate(runWith(circumstances))).toBe(failed);
});

test.each([
  ["failed", true],
  ["errored", true],
  ["unscored", false],
  ["cancelled", false],
] as const)("a run whose only cell is %s has a result: %s", async (kind, has) => {
  const outcomes = Object.fromEntries(outcomeKinds.map((each) => [each, each === kind ? 1 : 0]));
  const store = { totals: async () => ({ outcomes }) } as unknown as RunStore;
  expect(await hasResults(store, { id: "7f3a" })).toBe(has);
});

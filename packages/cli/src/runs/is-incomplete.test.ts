import { type OutcomeKind, outcomeKinds } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { isIncomplete } from "./is-incomplete.ts";

const totals = (counts: Partial<Record<OutcomeKind, number>>, running = 0) => ({
  outcomes: Object.fromEntries(outcomeKinds.map((kind) => [kind, counts[kind] ?? 0])) as never,
  running,
});
const run = { state: "interrupted", plannedCells: 4 } as const;

test("a run of which everything was tried is incomplete, not interrupted", () => {
  expect(isIncomplete(run, totals({ unscored: 4 }))).toBe(true);
  expect(isIncomplete(run, totals({ passed: 3, infrastructure: 1 }))).toBe(true);
  expect(isIncomplete(run, totals({ unscored: 3 }))).toBe(false);
  expect(isIncomplete(run, totals({ passed: 3, cancelled: 1 }))).toBe(false);
  expect(isIncomplete(run, totals({ unscored: 4 }, 1))).toBe(false);
  expect(isIncomplete({ ...run, state: "running" }, totals({ unscored: 4 }))).toBe(false);
});

import type { SweepResult } from "@flow-state-dev/sweep";
import { expect, test } from "vitest";
import { budgetStop, budgetToGoOn } from "./budget-stop.ts";

const result = (agent: number, wantedUsd?: number) =>
  ({ spend: { subject: 0, judge: 0, agent }, ...(wantedUsd !== undefined && { wantedUsd }) }) as SweepResult;

test("a budget that is spent", () => {
  expect(budgetStop(result(0.8), 0.5, "2 of 3 runs")).toBe(
    "Stopped at the budget: $0.80 of $0.50 after 2 of 3 runs. Nothing is lost.",
  );
  expect(budgetToGoOn(result(0.8), 1.6)).toBe("1.6");
});

test("a budget whose rest is too little says so, and more than the next call takes is advised", () => {
  const stopped = result(0.0022, 0.1);
  expect(budgetStop(stopped, 0.03, "0 of 2 runs")).toBe(
    "Stopped at the budget: $0.0022 of $0.030 after 0 of 2 runs. What is left ($0.028) does not pay for another call, which may cost up to $0.10. Nothing is lost.",
  );
  expect(Number(budgetToGoOn(stopped, 0.06))).toBeGreaterThan(0.1022);
});

test.each([
  [0.06, "0.06"],
  [1.61, "1.7"],
  [123, "130"],
])("%d is rounded up to %s", (least, typed) => {
  expect(budgetToGoOn(result(0), least)).toBe(typed);
});

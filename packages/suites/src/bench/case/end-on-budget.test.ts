import { expect, test } from "vitest";
import { type AgentEnd, type AgentReport, noFigures } from "../../agent/agent-report.ts";
import { endOnBudget } from "./end-on-budget.ts";

const error = { name: "E", message: "m" };
const report = (end: AgentEnd): AgentReport => ({ ...noFigures, turns: 3, ...end });
const spent = (spentUsd: number) => ({ name: "agent", limitUsd: 0.5, spentUsd });

test.each<AgentEnd>([
  { ended: "done", detail: "" },
  { ended: "gave-up", why: "silent", detail: "" },
  { ended: "stuck", detail: "" },
  { ended: "turn-limit", detail: "" },
  { ended: "crashed", detail: "", error },
])("who has spent more than its budget is over it, however it ended: $ended", (end) => {
  expect(endOnBudget(report(end), spent(3))).toMatchObject({
    ...{ ended: "over-budget", turns: 3, account: "agent" },
    detail: "It spent $3.00, and its budget is $0.50.",
  });
});

test.each<AgentEnd>([
  { ended: "over-budget", detail: "It reports it.", account: null },
  { ended: "over-budget", detail: "The run's.", account: "run" },
  { ended: "timed-out", detail: "" },
  { ended: "cancelled", detail: "" },
  { ended: "infrastructure", detail: "", error },
])("who was ended for another reason stays so: $ended", (end) => {
  expect(endOnBudget(report(end), spent(3))).toEqual(report(end));
});

test("of who was refused a call the money that it spent is told, once none is left", () => {
  const refused = report({ ended: "over-budget", detail: "agent is spent.", account: "agent" });
  expect(endOnBudget(refused, spent(0.5)).detail).toBe("It spent $0.50, and its budget is $0.50.");
  expect(endOnBudget(refused, spent(0.4))).toBe(refused);
});

test("reaching the budget is not passing it, not by the error of a sum either", () => {
  const done = report({ ended: "done", detail: "" });
  expect(endOnBudget(done, spent(0.1 + 0.2 + 0.2))).toBe(done);
  expect(endOnBudget(done, spent(0.5 + 1e-12))).toBe(done);
  expect(endOnBudget(done, spent(0.5 + 1e-9)).ended).toBe("over-budget");
  expect(endOnBudget(done, { name: "agent", limitUsd: undefined, spentUsd: 9 })).toBe(done);
});

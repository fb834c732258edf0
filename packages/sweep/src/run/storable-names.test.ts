import { expect, test } from "vitest";
import { planCells } from "../plan/plan-cells.ts";
import { checkNames } from "./storable-names.ts";

const planOf = (subject: string, task: string) =>
  planCells({ subjects: [subject], tasks: [{ id: task, hash: "1" }], runs: 1 });

test.each([
  ["subject", planOf("sk-ant-api03-AbCdEf0123456789", "t")],
  ["task", planOf("s", "https://user:password-1@host/a")],
  ["task", planOf("s", "broken \ud800")],
])("a %s that the store would rename is refused, and not shown in full", (what, plan) => {
  expect(() => checkNames(plan)).toThrow(new RegExp(`^The ${what} .*Nothing was run\\.$`));
  expect(() => checkNames(plan)).not.toThrow(/AbCdEf0123|password-1/);
});

test("ordinary names stay", () => {
  expect(() => checkNames(planOf("sk-learn-random-forest-v2", "fix bearer token refresh"))).not.toThrow();
});

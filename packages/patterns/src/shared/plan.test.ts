import { toJsonSchema } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { mendPlan, planSchema } from "./plan.ts";

test("the form is closed and complete, as strict providers want it, and limits the tasks", () => {
  expect(toJsonSchema(planSchema(5))).toMatchObject({
    required: ["tasks"],
    properties: { tasks: { maxItems: 5, items: { required: ["id", "goal", "context", "deps"] } } },
  });
});

test("fields left out are filled", () => {
  expect(
    mendPlan({ tasks: [{ goal: "One" }, { id: 2, goal: "Two", deps: [1, {}, "x"], more: true }] }, 5),
  ).toEqual({
    tasks: [
      { id: "1", goal: "One", context: null, deps: [] },
      { id: "2", goal: "Two", context: null, deps: ["1", "x"] },
    ],
  });
});

test("a bare list will do, of texts too", () => {
  expect(mendPlan(["One", null, "Two"], 5)?.tasks.map(({ id, goal }) => [id, goal])).toEqual([
    ["1", "One"],
    ["3", "Two"],
  ]);
});

test("more than the limit are cut off", () => {
  expect(mendPlan({ tasks: ["a", "b", "c"] }, 2)?.tasks).toHaveLength(2);
});

test.each([null, undefined, 7, "tasks", {}, { tasks: "a" }])("%j has no tasks in it", (candidate) => {
  expect(mendPlan(candidate, 5)).toBeUndefined();
});

test("what is mended fits the form", () => {
  expect(planSchema(2).safeParse(mendPlan({ tasks: ["a", { goal: "b" }, "c"] }, 2)).success).toBe(true);
});

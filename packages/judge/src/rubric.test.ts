import { expect, test } from "vitest";
import { readRubric } from "./rubric.ts";

test("a plain string is a criterion of weight 1", () => {
  expect(readRubric(["a", { text: "b", weight: 0.5 }, { text: "c" }])).toEqual([
    { text: "a", weight: 1 },
    { text: "b", weight: 0.5 },
    { text: "c", weight: 1 },
  ]);
});

test.each<[unknown, string]>([
  [[], "it has no criterion"],
  [undefined, "it has no criterion"],
  [["a", "  "], "criterion 2 has no text"],
  [[null], "criterion 1 has no text"],
  [[{ weight: 2 }], "criterion 1 has no text"],
  [[{ text: "a", weight: 0 }], "criterion 1 has the weight 0"],
  [[{ text: "a", weight: Number.POSITIVE_INFINITY }], "the weight Infinity"],
])("%j cannot be used", (rubric, problem) => {
  expect(() => readRubric(rubric as string[])).toThrow(problem);
});

import { expect, test } from "vitest";
import { categoryWarnings } from "./category-warnings.ts";

const tasks = (...categories: string[]) =>
  categories.map((category, at) => ({ id: `t${at}`, category, prompt: "p", rubric: ["r"] }));

test("a category that is nearly one of the four is asked about, once", () => {
  expect(categoryWarnings(tasks("reasoning", "reasonning", "Tool-Use", "reasonning"))).toEqual([
    '2 tasks have the category "reasonning", which counts by itself. Was "reasoning" meant?',
    '1 task has the category "Tool-Use", which counts by itself. Was "tool-use" meant?',
  ]);
});

test("the four, and words of one's own, are nobody's mistake", () => {
  const own = tasks(
    "reasoning",
    "multi-step-research",
    "critique-revision",
    "tool-use",
    "planning",
    "ethics",
    "推理",
  );
  expect(categoryWarnings(own)).toEqual([]);
});

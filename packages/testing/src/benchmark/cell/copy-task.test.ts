import { expect, test } from "vitest";
import { copyTask } from "./copy-task.ts";

test("a task of a class is copied with what it computes", () => {
  class Sum {
    id = "sum";
    category = "c";
    rubric = ["r"];
    get prompt() {
      return "What is 1 + 1?";
    }
  }
  expect(copyTask(new Sum())).toEqual({ id: "sum", category: "c", rubric: ["r"], prompt: "What is 1 + 1?" });
});

test("a task is copied with fields of its owner's own", () => {
  const task = { id: "a", category: "c", prompt: "p", rubric: ["r"], own: { n: [1] } };
  const copy = copyTask(task) as typeof task;
  expect(copy).toEqual(task);
  expect(copy.rubric).not.toBe(task.rubric);
  expect(copy.own.n).not.toBe(task.own.n);
});

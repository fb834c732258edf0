import { expect, test } from "vitest";
import { type Board, isOpen, readyAssignments, type TaskResult, withResults } from "./board.ts";

const task = (id: string, deps: string[] = []) => ({ id, goal: `Do ${id}`, context: null, deps });
const [a, b, c] = [task("a"), task("b"), task("c", ["a", "b"])];
const board: Board = { goal: "All of it", tasks: [a, b, c], results: [] };
const done = (of: typeof a, output: string): TaskResult => ({ state: "done", task: of, output });

test("what needs nothing is ready first", () => {
  expect(readyAssignments(board)).toEqual([
    { goal: "All of it", task: a, results: [] },
    { goal: "All of it", task: b, results: [] },
  ]);
});

test("what needs others waits for all of them and is given their results, failed ones too", () => {
  const first = withResults(board, [done(a, "one")]);
  expect(readyAssignments(first).map((each) => each.task.id)).toEqual(["b"]);
  const failed: TaskResult = { state: "failed", task: b, error: new Error("no answer") };
  expect(readyAssignments(withResults(first, [failed]))).toEqual([
    { goal: "All of it", task: c, results: [done(a, "one"), failed] },
  ]);
});

test("results are kept in the order of the tasks, and the board given is left alone", () => {
  const later = withResults(withResults(board, [done(b, "two")]), [done(a, "one"), done(c, "three")]);
  expect(later.results.map((result) => result.task.id)).toEqual(["a", "b", "c"]);
  expect(board.results).toEqual([]);
  expect([isOpen(board), isOpen(later)]).toEqual([true, false]);
});

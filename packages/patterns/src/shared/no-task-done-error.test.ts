import { expect, test } from "vitest";
import { NoTaskDoneError } from "./no-task-done-error.ts";

test("says how many failed and why the first did", () => {
  const first = new Error("No answer came.");
  const error = new NoTaskDoneError("supervisor", [first, new Error("Nor here.")]);
  expect(error.message).toBe(
    'All 2 tasks of "supervisor" failed, so there is nothing to answer with. The first error: No answer came.',
  );
  expect(error).toMatchObject({
    code: "no-task-done",
    blockName: "supervisor",
    cause: first,
    retryable: false,
  });
  expect(new NoTaskDoneError("supervisor", [first]).message).toMatch(/^The only task of "supervisor" failed/);
});

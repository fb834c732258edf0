import { expect, test } from "vitest";
import { JudgeFailedError } from "./judge-errors.ts";

test("a judge that failed is told with what it failed for; one that could not tell has no cause", () => {
  const cause = new Error("no answer");
  expect(new JudgeFailedError(cause)).toMatchObject({ message: "The judge failed: no answer", cause });
  expect(new JudgeFailedError(null)).not.toHaveProperty("cause");
});

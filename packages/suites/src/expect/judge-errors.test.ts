import { FlowError } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { JudgeFailedError } from "./judge-errors.ts";

test("a judge that failed is told with what it failed for; one that could not tell has no cause", () => {
  const cause = new Error("no answer");
  expect(new JudgeFailedError(cause)).toMatchObject({ message: "The judge failed: no answer", cause });
  expect(new JudgeFailedError(null)).not.toHaveProperty("cause");
});

test("a judge whose provider does not take what it asks is told apart, since trying again does not help", () => {
  const refused = new FlowError("No such format.", { code: "refused-request" });
  expect(new JudgeFailedError(refused).code).toBe("refused-request");
  expect(new JudgeFailedError(new Error("overloaded")).code).toBe("judge-failed");
});

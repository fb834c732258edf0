import { expect, test } from "vitest";
import { queueTrouble } from "./queue-trouble.ts";

test.each([
  "could not renew lock for job c92b96692b2c77574fb80aa3c51df6fdd",
  "Missing lock for job c2c088f6fcf3063d8a01ab523fb091d5d. moveToFinished",
  "Missing key for job c82e90b749c26355bce94d6fd136de264. moveToFinished",
  "Job c7067666d4982612d38c70cc474b59e5f is not in the active state. moveToFinished",
])("a job that was lost is nothing to do anything about: %s", (message) => {
  expect(queueTrouble(message)).toMatch(/offers a cell of it to others.*nothing needs to be done\.$/);
});

test.each([
  "connect ECONNREFUSED 127.0.0.1:6379",
  "Connection terminated unexpectedly",
  "Connection is closed.",
])("a server that is away is waited for: %s", (message) => {
  expect(queueTrouble(message)).toBe(`The queue: ${message.replace(/\.$/, "")}. It is waited for.`);
});

test("what is not known is told as it is", () => {
  expect(queueTrouble("OOM command not allowed")).toBe("The queue: OOM command not allowed.");
});

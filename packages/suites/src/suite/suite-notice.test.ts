import { expect, test } from "vitest";
import type { Suite } from "./suite.ts";
import { limitNotice, noticesFor } from "./suite-notice.ts";

const suite = { notices: [limitNotice("default-budget", 5, ["a", "b"], 3)] } as unknown as Suite;

test.each([
  [["a", "b", "c"], ["no budget for 2 of 3 cases: each may spend $5.00"]],
  [["a", "c"], ["no budget for 1 of 2 cases: each may spend $5.00"]],
  [["b"], ["the suite gives no budget: each case may spend $5.00"]],
  [["c"], []],
])("of the cases %j: %j", (ids, messages) => {
  const chosen = ids.map((id) => ({ id }));
  expect(noticesFor(suite, chosen).map(({ message }) => message)).toEqual(messages);
});

test("a time-out is told in seconds", () => {
  expect(limitNotice("default-timeout", 600, ["a"], 1).message).toBe(
    "the suite gives no timeout: each case may take 600 s",
  );
});

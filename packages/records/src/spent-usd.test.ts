import { expect, test } from "vitest";
import { spentUsd } from "./spent-usd.ts";

test("what was spent is added to the billionth of a dollar", () => {
  expect(spentUsd({ subject: 0, judge: 0, agent: 0 })).toBe(0);
  expect(spentUsd({ subject: 0.1, judge: 0.2, agent: 0 })).toBe(0.3);
  expect(spentUsd({ subject: 0.0630945, judge: 0.047755, agent: 0 }, 0.1, 0.2)).toBe(0.4108495);
});

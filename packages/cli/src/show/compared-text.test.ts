import { noWork } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { comparedText } from "./compared-text.ts";

const spend = { subject: 0.3, agent: 0.1, judge: 5, carried: 0, unknownCalls: 0 };
const took = (costUsd: number, more: object = {}) => ({ spend, counted: { ...noWork(), costUsd, ...more } });

test.each([
  [{ spend }, ""],
  [took(0.4), ""],
  [took(0.1), "; compared at $0.1000, without attempts that do not count"],
  [took(0.6), "; compared at $0.6000, as in the run that made it"],
  [took(0.6, { cachedCalls: 2 }), "; compared at $0.6000, with answers from a cache"],
  [took(0.4, { unknownCalls: 1 }), "; compared at an unknown cost, without attempts that do not count"],
  [{ ...took(0.4, { unknownCalls: 1 }), spend: { ...spend, unknownCalls: 2 } }, ""],
])("%j ends with %j", (cell, text) => {
  expect(comparedText(cell)).toBe(text);
});

import { expect, test } from "vitest";
import { type VerdictInput, verdict } from "./verdict.ts";

const unclear: VerdictInput = { tasks: 20, difference: 0.1, pAdjusted: 0.3, equivalent: false };

test.each<[string, Partial<VerdictInput>]>([
  ["too-few-tasks", { tasks: 5, pAdjusted: 0.0001 }],
  ["too-few-tasks", { tasks: 5, equivalent: true }],
  ["better", { tasks: 6, pAdjusted: 0.049 }],
  ["worse", { difference: -0.1, pAdjusted: 0.001 }],
  ["inconclusive", {}],
  ["inconclusive", { pAdjusted: 0.05 }],
  ["equivalent", { difference: 0.01, equivalent: true }],
  // A significant difference is one, however small.
  ["better", { difference: 0.01, pAdjusted: 0.01, equivalent: true }],
  ["better", { pAdjusted: 0.08, alpha: 0.1 }],
])("%s: %o", (expected, change) => {
  expect(verdict({ ...unclear, ...change })).toBe(expected);
});

test.each<[string, Partial<VerdictInput>]>([
  ["difference", { difference: Number.NaN }],
  ["pAdjusted", { pAdjusted: 1.2 }],
  ["alpha", { alpha: 1 }],
  ["tasks", { tasks: 1.5 }],
])("a %s that is none is refused", (name, change) => {
  expect(() => verdict({ ...unclear, ...change })).toThrow(name);
});

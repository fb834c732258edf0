import { expect, test } from "vitest";
import { type VerdictInput, verdict } from "./verdict.ts";

const unclear: VerdictInput = { tasks: 20, difference: 0.1, pAdjusted: 0.3, interval: [-0.05, 0.25] };

test.each<[string, Partial<VerdictInput>]>([
  ["too-few-tasks", { tasks: 5, pAdjusted: 0.0001 }],
  ["better", { tasks: 6, pAdjusted: 0.049 }],
  ["worse", { difference: -0.1, pAdjusted: 0.001 }],
  ["inconclusive", {}],
  ["inconclusive", { pAdjusted: 0.05 }],
  ["equivalent", { difference: 0.01, interval: [-0.03, 0.049] }],
  ["inconclusive", { difference: 0.01, interval: [-0.03, 0.05] }],
  ["equivalent", { interval: [-0.05, 0.25], margin: 0.3 }],
  // A significant difference is one, however small.
  ["better", { difference: 0.01, pAdjusted: 0.01, interval: [0.005, 0.015] }],
  ["better", { pAdjusted: 0.08, alpha: 0.1 }],
])("%s: %o", (expected, change) => {
  expect(verdict({ ...unclear, ...change })).toBe(expected);
});

test("without variance p decides, and only many identical tasks are called equivalent", () => {
  const still = { interval: null, pAdjusted: 1, difference: 0 };
  expect(verdict({ tasks: 6, interval: null, difference: 0.5, pAdjusted: 0.03125 })).toBe("better");
  expect(verdict({ tasks: 6, interval: null, difference: 0.5, pAdjusted: 0.0625 })).toBe("inconclusive");
  expect(verdict({ ...still, tasks: 58 })).toBe("inconclusive");
  expect(verdict({ ...still, tasks: 59 })).toBe("equivalent");
});

test.each<[string, Partial<VerdictInput>]>([
  ["difference", { difference: Number.NaN }],
  ["pAdjusted", { pAdjusted: 1.2 }],
  ["margin", { margin: 0 }],
  ["alpha", { alpha: 1 }],
  ["tasks", { tasks: 1.5 }],
])("a %s that is none is refused", (name, change) => {
  expect(() => verdict({ ...unclear, ...change })).toThrow(name);
});

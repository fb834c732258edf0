import { expect, test } from "vitest";
import { gatePolicy } from "./gate-policy.ts";

const nothing = { margin: 0.05, failOn: "regression", maxCost: null, maxTime: null, minCoverage: null };

test("the flag comes first, then the suite, then the defaults", () => {
  expect(gatePolicy({}, undefined)).toEqual(nothing);
  expect(gatePolicy({}, undefined, 0.1)).toEqual({ ...nothing, margin: 0.1 });
  const suite = { margin: 0.02, failOn: "doubt", maxCost: 1, maxTime: null, minCoverage: 0.5 } as const;
  expect(gatePolicy(suite, undefined)).toEqual(suite);
  expect(
    gatePolicy(suite, "margin=0, fail-on=regression,max-cost=$0.50,max-time=60s,min-coverage=1"),
  ).toEqual({
    ...{ margin: 0, failOn: "regression", maxCost: 0.5, maxTime: 60, minCoverage: 1 },
  });
});

test.each([
  ["margn=0.1", 'does not know "margn", perhaps margin was meant'],
  ["margin=5", "has margin=5, which is not a number from 0 to 0.5"],
  ["margin=", "has margin=, which is not"],
  ["fail-on=never", "neither regression nor doubt"],
  ["min-coverage=90", "not a number from 0 to 1"],
  ["max-cost=cheap", "not a number above 0"],
  ["max-cost=0.50=1", "has max-cost=0.50=1, which is not"],
  ["", "lacks a rule"],
  ["margin=0.1,", "lacks a rule before or after a comma"],
])("--gate %s is refused with how to write it", (text, message) => {
  expect(() => gatePolicy({}, text)).toThrow(message);
  expect(() => gatePolicy({}, text)).toThrow("Write it like --gate margin=0.05,fail-on=doubt");
});

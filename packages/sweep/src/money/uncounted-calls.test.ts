import { countingWarnings } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { UncountedCalls } from "./uncounted-calls.ts";

test("says how many of the calls that were billed came without a count of their tokens", () => {
  const uncounted = new UncountedCalls();
  uncounted.see({ payer: "subject", usageKnown: "reported" });
  uncounted.see({ payer: "subject", usageKnown: "none" });
  expect(uncounted.warnings()).toEqual([]);
  uncounted.see({ payer: "subject", usageKnown: "estimated" });
  uncounted.see({ payer: "judge", usageKnown: "estimated" });
  expect(uncounted.warnings()).toEqual([
    "2 of 3 model calls came without a usable count of their tokens; these are estimated.",
  ]);
  expect(countingWarnings(["1 task changed.", ...uncounted.warnings()])).toEqual(uncounted.warnings());
});

test("leaves out what is told elsewhere: unheard calls, those whose end nobody knows, those of agents", () => {
  const uncounted = new UncountedCalls();
  uncounted.see({ payer: "subject", usageKnown: "estimated", mostUsd: 1 });
  uncounted.see({ payer: "subject", usageKnown: "estimated", carried: true });
  uncounted.see({ payer: "agent", usageKnown: "estimated" });
  expect(uncounted.warnings()).toEqual([]);
});

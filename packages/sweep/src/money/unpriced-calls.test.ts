import { expect, test } from "vitest";
import { UnpricedCalls } from "./unpriced-calls.ts";

const usageKnown = "reported";

test("counts the calls without a price, and names their models", () => {
  const calls = new UnpricedCalls();
  calls.see({ payer: "subject", usageKnown, costUsd: 0, modelId: "acme/free" });
  calls.see({ payer: "agent", usageKnown, costUsd: null, modelId: "acme/agent" });
  expect(calls.warnings()).toEqual([]);
  calls.see({ payer: "subject", usageKnown, costUsd: null, modelId: "acme/a" });
  calls.see({ payer: "judge", usageKnown, costUsd: null, modelId: "acme/b" });
  calls.see({ payer: "subject", usageKnown, costUsd: null, modelId: "acme/a" });
  expect(calls.warnings()).toEqual([
    "3 of 4 model calls have no price (acme/a, acme/b): what they cost is in no figure.",
  ]);
});

test("leaves out calls that were never billed, such as those that a provider out of order refused", () => {
  const calls = new UnpricedCalls();
  calls.see({ payer: "subject", usageKnown: "none", costUsd: 0, modelId: "acme/a" });
  calls.see({ payer: "subject", usageKnown: "estimated", costUsd: null, modelId: "acme/a" });
  expect(calls.warnings()).toEqual([
    "1 of 1 model calls have no price (acme/a): what they cost is in no figure.",
  ]);
});

test("names a few of many models", () => {
  const calls = new UnpricedCalls();
  for (const at of [1, 2, 3, 4, 5, 6, 7, 8])
    calls.see({ payer: "subject", usageKnown, costUsd: null, modelId: `acme/${at}` });
  expect(calls.warnings()[0]).toContain("(acme/1, acme/2, acme/3, acme/4, acme/5, …)");
});

import { expect, test } from "vitest";
import { providerCostUsd } from "./provider-cost.ts";

const openrouter = (cost: number, upstreamInferenceCost?: number) => ({
  openrouter: {
    usage: { cost, ...(upstreamInferenceCost !== undefined && { costDetails: { upstreamInferenceCost } }) },
  },
});

test.each([
  ["OpenRouter's figure", openrouter(0.25), undefined, 0.25],
  [
    "its fee and the provider's bill, on a key of the user's own",
    openrouter(0.05, 1),
    { is_byok: true },
    1.05,
  ],
  ["its fee and the provider's bill, when only the amounts tell", openrouter(0.05, 1), undefined, 1.05],
  ["its figure alone, when the provider's bill is part of it", openrouter(1, 1), undefined, 1],
  ["its figure alone, when it says the key is its own", openrouter(0.9, 1), { is_byok: false }, 0.9],
  [
    "the provider's bill as it is on the wire",
    { openrouter: { usage: { cost: 0, cost_details: { upstream_inference_cost: 2 } } } },
    undefined,
    2,
  ],
  ["the gateway's text", { gateway: { cost: "0.0045405" } }, undefined, 0.0045405],
  ["the gateway's number", { gateway: { cost: 0.5 } }, undefined, 0.5],
  [
    "the market price where the gateway charges nothing",
    { gateway: { cost: "0", marketCost: "0.5" } },
    undefined,
    0.5,
  ],
  ["a gateway's nothing", { gateway: { cost: "0" } }, undefined, 0],
  ["our own figure first", { x: { costUsd: 3 }, gateway: { cost: 1 } }, undefined, 3],
])("%s is taken", (_, metadata, raw, usd) => {
  expect(providerCostUsd(metadata, raw)).toBe(usd);
});

test.each([
  undefined,
  {},
  { anthropic: { usage: { cost: 1 } } },
  { gateway: { cost: "" } },
  { gateway: { cost: "free" } },
  { gateway: { cost: -1 } },
  { gateway: { cost: null } },
  { gateway: { cost: true } },
  { x: { costUsd: Number.NaN } },
  { x: { costUsd: Number.POSITIVE_INFINITY } },
  { x: { costUsd: 1e300 } },
  { x: { costUsd: -1 } },
  { gateway: { cost: "1e300" } },
  { openrouter: {} },
  { openrouter: { usage: "much" } },
  { openrouter: { usage: { cost: -1 } } },
])("%o says nothing", (metadata) => {
  expect(providerCostUsd(metadata as Parameters<typeof providerCostUsd>[0])).toBeUndefined();
});

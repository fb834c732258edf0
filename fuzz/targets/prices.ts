import fc from "fast-check";
import { InvalidPriceError } from "../../packages/core/src/money/check-price.ts";
import { createPriceTable } from "../../packages/core/src/money/price-table.ts";
import {
  type PriceOverrides,
  PricesFileError,
  parsePrices,
} from "../../packages/core/src/money/read-prices.ts";
import { type FuzzTarget, holds, isAmount } from "../fuzz-target.ts";
import { hostileJson, hostileObject } from "../inputs/hostile-json.ts";
import { graftedJson, mutatedText } from "../inputs/mutated-text.ts";

const good = {
  models: {
    "some/model": { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 1.25 },
    "claude-opus-4-6": { input: 5, output: 25 },
    "openrouter/a/b": { input: 0, output: 1e-9 },
  },
};
const names = [
  "models",
  "input",
  "output",
  "cacheRead",
  "cacheWrite",
  "$schema",
  "some/model",
  "x",
  "a/b/c/d",
];
const words = ["1", "free", "some/model"];
const tokens = fc.oneof(fc.nat(), fc.constantFrom(0, 1, 1e6, 1e9, 1e12));
const usages = fc.record({
  inputTokens: tokens,
  outputTokens: tokens,
  cacheReadTokens: tokens,
  cacheWriteTokens: tokens,
  reasoningTokens: tokens,
});
type Input = [text: string, usage: typeof usages extends fc.Arbitrary<infer U> ? U : never];

/** Prices files and prices in code. */
export const prices: FuzzTarget = {
  name: "prices",
  holds: "prices or a PricesFileError; no cost is negative, without end or no number, whatever the tokens",
  share: 12,
  open() {
    const models = hostileObject(["input", "output", "cacheRead", "cacheWrite"], words);
    return {
      inputs: fc.tuple(
        fc.oneof(
          hostileObject(names, words),
          models.map((price) => `{"models":{"some/model":${price}}}`),
          graftedJson([good], hostileJson(names, words)),
          mutatedText([JSON.stringify(good)]),
          fc.string({ unit: "binary" }),
        ),
        usages,
      ),
      check,
    };
  },
};

function check([text, usage]: Input): void {
  const read = attempt(() => parsePrices(text, "prices.json"), PricesFileError);
  if (read) {
    const table = createPriceTable({ overrides: read });
    for (const modelId of Object.keys(read)) {
      const cost = table.cost(modelId, usage);
      holds(isAmount(cost), `${modelId} costs ${cost}`);
      holds(Object.values(table.price(modelId)!).every(isAmount), `${modelId} has a price that is none`);
    }
    const snapshot = table.snapshot(Object.keys(read));
    holds(Object.keys(snapshot.models).length === Object.keys(read).length, "the snapshot lacks a model");
  }
  const value = parsed(text);
  if (typeof value === "object" && value !== null)
    attempt(() => createPriceTable({ overrides: value as PriceOverrides }), InvalidPriceError);
}

function attempt<T>(read: () => T, expected: new (...facts: any[]) => Error): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof expected)) throw error;
    holds(error.message.length < 2_000, `a message of ${error.message.length} characters`);
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

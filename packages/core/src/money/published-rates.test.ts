import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { meter } from "./meter.ts";
import { findPublishedModel } from "./published-rates.ts";

const isLoaded = () =>
  Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes("genai-prices"));

test("the price list is loaded when the first model is looked up, not before", () => {
  expect(meter).toBeTypeOf("function");
  expect(isLoaded()).toBe(false);
  expect(findPublishedModel("anthropic", "claude-haiku-4-5")?.listed).toBe("anthropic/claude-haiku-4-5");
  expect(isLoaded()).toBe(true);
});

test("providers go by their names elsewhere, and no others", () => {
  expect(findPublishedModel("xai", "grok-4")?.listed).toMatch(/^x-ai\//);
  expect(findPublishedModel("anthropic-like", "claude-haiku-4-5")).toBeNull();
  expect(findPublishedModel("", "claude-haiku-4-5")).toBeNull();
});

test("rates of a long call are those of its tier", () => {
  const rates = findPublishedModel("google", "gemini-2.5-pro")?.ratesAt(new Date());
  expect(rates?.input).toEqual({ base: 1.25, tiers: [{ above: 200_000, rate: 2.5 }] });
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { calcPrice, waitForUpdate } from "@pydantic/genai-prices";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPriceTable } from "./price-table.ts";
import { noUsage } from "./usage.ts";

const table = createPriceTable();
const million = 1_000_000;

describe("the bundled list", () => {
  test.each([
    ["anthropic/claude-haiku-4-5", 1, 5],
    ["claude-haiku-4-5", 1, 5],
    ["claude-haiku-4-5-20251001", 1, 5],
    ["claude-3-5-sonnet-latest", 3, 15],
    ["claude-sonnet-4-20250514", 3, 15],
    ["openrouter/anthropic/claude-sonnet-4.5", 3, 15],
    ["openrouter/anthropic/claude-sonnet-4-5", 3, 15],
    ["vercel/anthropic/claude-haiku-4.5", 1, 5],
    ["gateway/openai/gpt-4.1", 2, 8],
    ["openai/gpt-4.1", 2, 8],
    ["openai-chat/gpt-4.1", 2, 8],
    ["openai/ft:gpt-4o-2024-08-06:acme::abc", 3.75, 15],
    ["google/gemini-2.5-flash", 0.3, 2.5],
    ["gemini-2.5-pro-preview-05-06", 1.25, 10],
    ["openrouter/google/gemma-3-27b-it:free", 0, 0],
    ["ollama/llama3:8b", 0, 0],
  ])("%s costs %d and %d", (modelId, input, output) => {
    expect(table.price(modelId)).toMatchObject({ input, output });
  });

  test.each([
    "claude-nonexistent-99",
    "claude-haiku-4-55",
    "claude-sonnet-5-5",
    "gpt-99",
    "gpt-4.1-enormous",
    "gemini-2.5-pro-enormous",
    "openrouter/anthropic/claude-sonnet-4.5:free",
    "openai/whisper-1",
    "openai/moderation",
    "openai-compatible/gpt-4.1",
    "acme/gpt-4.1",
    "sim/plain",
    "scripted:answers.json",
    "anthropic/",
    "",
  ])("%s has no price", (modelId) => {
    expect(table.price(modelId)).toBeNull();
    expect(table.cost(modelId, { ...noUsage, inputTokens: 1 })).toBeNull();
  });

  test.each([
    ["openai/text-embedding-3-small", 0.02],
    ["openai/text-embedding-ada-002", 0.1],
    ["google/gemini-embedding-001", 0.15],
  ])("%s costs %d for what it reads, and nobody knows for what it would write", (modelId, input) => {
    const read = { ...noUsage, inputTokens: million };
    expect(table.cost(modelId, read)).toBe(input);
    expect(table.cost(modelId, { ...read, outputTokens: 1 })).toBeNull();
    expect(table.price(modelId)).toBeNull();
    expect(table.snapshot([modelId]).models).toEqual({ [modelId]: null });
  });

  test("cache writes cost 1.25 times and reads a tenth of what fresh input does at Anthropic", () => {
    const at = (part: object) =>
      table.cost("claude-haiku-4-5", { ...noUsage, inputTokens: million, ...part });
    expect([at({}), at({ cacheWriteTokens: million }), at({ cacheReadTokens: million })]).toEqual([
      1, 1.25, 0.1,
    ]);
    expect(at({ cacheWriteTokens: million, cacheWriteHourTokens: million })).toBe(2);
    expect(at({ cacheReadTokens: million / 2, cacheWriteTokens: million / 4 })).toBe(0.05 + 0.3125 + 0.25);
  });

  test("reasoning costs what output costs", () => {
    const usage = { ...noUsage, outputTokens: million, reasoningTokens: million };
    expect(table.cost("claude-haiku-4-5", usage)).toBe(5);
  });

  test("a call with more than 200,000 tokens of input costs more by the token", () => {
    const cost = (inputTokens: number) =>
      table.cost("gemini-2.5-pro", { ...noUsage, inputTokens, outputTokens: million });
    expect(cost(200_000)).toBe(0.25 + 10);
    expect(cost(200_001)).toBe(0.5000025 + 15);
  });

  test("a price that changed is taken as it was at the time of the call", () => {
    // OpenAI lowered o3 from 10 and 40 to 2 and 8 on 10 June 2025.
    expect(table.price("o3", new Date("2025-06-01"))).toMatchObject({ input: 10, output: 40 });
    expect(table.price("o3", new Date("2025-07-01"))).toMatchObject({ input: 2, output: 8 });
  });

  test("costs agree with the list's own arithmetic, for every model and any usage", async () => {
    const at = new Date("2026-06-01T12:00:00Z");
    const ids: string[] = [];
    for (const provider of (await waitForUpdate()) ?? []) {
      for (const model of provider.models) ids.push(`${provider.id}/${model.id}`);
    }
    const priced = ids.filter((id) => table.price(id, at));
    expect(priced.length).toBeGreaterThan(1_000);
    const tokens = fc.nat({ max: 400_000 });
    fc.assert(
      fc.property(
        fc.constantFrom(...priced),
        tokens,
        tokens,
        tokens,
        tokens,
        (id, fresh, read, write, output) => {
          const slash = id.indexOf("/");
          const theirs = calcPrice(
            {
              input_tokens: fresh + read + write,
              cache_read_tokens: read,
              cache_write_tokens: write,
              output_tokens: output,
            },
            id.slice(slash + 1),
            { providerId: id.slice(0, slash), timestamp: at },
          );
          const ours = table.cost(
            id,
            {
              inputTokens: fresh + read + write,
              outputTokens: output,
              cacheReadTokens: read,
              cacheWriteTokens: write,
              reasoningTokens: 0,
            },
            at,
          );
          expect(ours).toBeCloseTo(theirs!.total_price, 8);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe("prices of the user's own", () => {
  const own = { input: 7, output: 8 };

  test.each([
    ["acme/large", "acme/large"],
    ["claude-haiku-4-5", "claude-haiku-4-5"],
    ["claude-haiku-4-5", "anthropic/claude-haiku-4-5"],
    ["anthropic/claude-haiku-4-5", "claude-haiku-4-5"],
    ["anthropic/claude-haiku-4-5", "vercel/anthropic/claude-haiku-4-5"],
    ["gateway/openai/gpt-99", "vercel/openai/gpt-99"],
    ["openai-compatible/my/model", "openai-compatible/my/model"],
    ["ollama/llama3:8b", "ollama/llama3:8b"],
    ["mock", "mock"],
  ])("for %s win for %s", (overridden, modelId) => {
    expect(createPriceTable({ overrides: { [overridden]: own } }).price(modelId)).toEqual(own);
  });

  test("do not spread to other models or dearer routes", () => {
    const prices = createPriceTable({ overrides: { "vercel/anthropic/claude-haiku-4-5": own } });
    expect(prices.price("claude-haiku-4-5")).toMatchObject({ input: 1 });
    expect(prices.price("vercel/anthropic/claude-sonnet-4-5")).toMatchObject({ input: 3 });
  });

  test("bill the cache at the price of input when they name none for it", () => {
    const prices = createPriceTable({ overrides: { mock: own } });
    const usage = {
      ...noUsage,
      inputTokens: million,
      cacheReadTokens: million / 2,
      cacheWriteTokens: million / 2,
    };
    expect(prices.cost("mock", usage)).toBe(7);
  });

  test("come from a file, and from the caller before that", () => {
    const folder = mkdtempSync(join(tmpdir(), "prices-"));
    try {
      const file = join(folder, "prices.json");
      writeFileSync(file, JSON.stringify({ models: { a: own, b: own } }));
      const prices = createPriceTable({ file, overrides: { b: { input: 1, output: 1 } } });
      expect([prices.price("a"), prices.price("b")]).toEqual([own, { input: 1, output: 1 }]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test("a snapshot is plain data that says what was used, from where, and when", () => {
  const prices = createPriceTable({ overrides: { mock: { input: 1, output: 2 } } });
  const at = new Date("2026-06-01T00:00:00Z");
  const snapshot = prices.snapshot(["mock", "gemini-2.5-pro", "ollama/x", "gpt-99"], at);
  expect(snapshot).toEqual({
    source: "@pydantic/genai-prices",
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    takenAt: "2026-06-01T00:00:00.000Z",
    models: {
      mock: { origin: "override", price: { input: 1, output: 2 } },
      "gemini-2.5-pro": {
        origin: "list",
        listed: "google/gemini-2.5-pro",
        price: { input: 1.25, output: 10, cacheRead: 0.125 },
        tiers: [{ aboveInputTokens: 200_000, price: { input: 2.5, output: 15, cacheRead: 0.25 } }],
      },
      "ollama/x": { origin: "local", price: { input: 0, output: 0 } },
      "gpt-99": null,
    },
  });
  expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
});

test.each(["constructor", "toString", "hasOwnProperty", "__proto__"])(
  "%s is a provider like any other that nobody knows",
  (name) => {
    expect(table.cost(`${name}/x`, noUsage)).toBeNull();
    expect(table.price(name)).toBeNull();
    expect(Object.entries(table.snapshot([name]).models)).toEqual([[name, null]]);
    const overrides = JSON.parse(`{ "${name}": { "input": 1, "output": 2 } }`);
    expect(createPriceTable({ overrides }).price(name)).toEqual({ input: 1, output: 2 });
  },
);

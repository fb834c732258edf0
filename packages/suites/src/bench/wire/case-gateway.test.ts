import { BudgetExceededError, noUsage } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { noTotals } from "../../gateway/totals.ts";
import { figuresOf, noWay, waysTo } from "./case-gateway.ts";

test("a cost that is known in part is unknown, and a spent budget is told with its account", () => {
  const usage = { ...noUsage, inputTokens: 7 };
  const totals = { ...noTotals(), ...{ calls: 3, complete: 2, costUsd: 0.5, usage, retried: 1 } };
  expect(figuresOf({ totals, overBudget: null, refusal: null })).toEqual({
    ...{ calls: 3, turns: 2, usage, costUsd: 0.5, overBudget: null, refusal: null },
    ...{ refused: 0, retried: 1, failed: 0, unmetered: 0 },
  });
  const overBudget = new BudgetExceededError({ account: "cell", limitUsd: 1, spentUsd: 2 });
  expect(figuresOf({ totals: { ...totals, unpriced: 1 }, overBudget, refusal: null })).toMatchObject({
    ...{ costUsd: null, overBudget: { account: "cell", detail: overBudget.message } },
  });
});

test("ways to a model are those wires that its provider speaks and has a key for", () => {
  const env = { ANTHROPIC_API_KEY: "k" };
  const all = ["openai-responses", "openai-chat", "anthropic-messages", "gemini"] as const;
  const compatible = { env: { OPENAI_COMPATIBLE_BASE_URL: "http://127.0.0.1:9/v1" } };
  expect([...waysTo("openai-compatible/m", all, compatible).keys()]).toEqual(all.slice(0, 3));
  expect([...waysTo("claude-opus-4-6", all.slice(0, 2), { env }).keys()]).toEqual(["openai-chat"]);
  expect([...waysTo("gpt-5.4-mini", all, { env }).keys()]).toEqual([]);
  expect(noWay("gpt-5.4-mini", all, { env }).message).toContain("OPENAI_API_KEY");
  expect(noWay("claude-opus-4-6", ["openai-responses"], { env })).toMatchObject({ code: "wire-mismatch" });
});

test("who speaks a provider's own wire goes that way: the others are a layer there, which caches nothing", () => {
  const env = { ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k", GOOGLE_GENERATIVE_AI_API_KEY: "k" };
  const all = ["openai-chat", "openai-responses", "anthropic-messages", "gemini"] as const;
  const ways = (model: string) => [...waysTo(model, all, { env }).keys()];
  expect(ways("claude-opus-4-6")).toEqual(["anthropic-messages"]);
  expect(ways("gemini-2.5-flash")).toEqual(["gemini"]);
  expect(ways("gpt-5.4-mini")).toEqual(["openai-chat", "openai-responses"]);
});

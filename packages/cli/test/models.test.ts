import { describe, expect, test } from "vitest";
import { runX } from "./run-x.ts";

describe("x models", () => {
  test("lists every provider with the name of its key and whether it is set, never the key", async () => {
    const { code, stdout } = await runX(["models"], { env: { OPENAI_API_KEY: "sk-hidden-value-123" } });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^anthropic +claude-…, anthropic\/… +ANTHROPIC_API_KEY is not set$/m);
    expect(stdout).toMatch(/^openai +gpt-…, o3…, openai\/… +OPENAI_API_KEY is set$/m);
    expect(stdout).toMatch(/^openai-compatible .*OPENAI_COMPATIBLE_BASE_URL is not set$/m);
    expect(stdout).toMatch(/^ollama .*none needed$/m);
    expect(stdout).toMatch(/^openrouter +openrouter\/provider\/model +OPENROUTER_API_KEY is not set$/m);
    expect(stdout).not.toContain("hidden");
  });

  test("tells what an id stands for, what it costs, and that it can be used", async () => {
    const env = { ANTHROPIC_API_KEY: "key-for-a-test" };
    const { code, stdout } = await runX(["models", "claude-haiku-4-5"], { env });
    expect(code).toBe(0);
    expect(stdout).toContain("id     anthropic/claude-haiku-4-5\n");
    expect(stdout).toContain("price  $1 in, $5 out, $0.1 cache read, $1.25 cache write per million tokens\n");
    expect(stdout).toContain("Ready to use.");
  });

  test.each([
    ["claude-haiku-4-5", "needs ANTHROPIC_API_KEY, which is not set"],
    ["anthropci/claude-haiku-4-5", 'There is no provider "anthropci"'],
    ["nonsense", '"nonsense" is not a model id'],
    ["sim/strnog", "strong"],
    ["scripted:missing.json", "missing.json"],
  ])("%s cannot be used, and the way out is told, with exit code 1", async (id, sentence) => {
    const { code, stdout, stderr } = await runX(["models", id]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toContain(sentence);
  });
});

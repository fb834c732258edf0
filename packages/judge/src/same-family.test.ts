import { expect, test } from "vitest";
import { sameFamily } from "./same-family.ts";

test.each([
  ["claude-opus-4-6", "anthropic/claude-haiku-4-5"],
  ["claude-opus-4-6", "openrouter/anthropic/claude-opus-4.6"],
  ["vercel/anthropic/claude-opus-4.6", "gateway/anthropic/claude-haiku-4.5"],
  ["gpt-5", "o3"],
  ["openai/o4-mini", "openai-chat/gpt-5"],
  ["openrouter/openai/gpt-oss-120b", "ollama/gpt-oss:20b"],
  ["gemini-2.5-pro", "google/gemma-3-27b"],
  ["ollama/qwen3:8b", "lab/Qwen/Qwen3-32B"],
  ["openrouter/meta-llama/llama-4-maverick", "ollama/llama3.2"],
  ["openrouter/deepseek/deepseek-r1-distill-qwen-32b", "ollama/qwen3"],
  ["openrouter/acme/one", "vercel/acme/two"],
  ["ollama/starcoder2:3b", "lab/starcoder2-15b"],
  ["lab/mystery", "lab/mystery"],
  ["bedrock/us.anthropic.claude-opus-4-6-v1", "claude-haiku-4-5"],
])("%s and %s are related", (a, b) => {
  expect(sameFamily(a, b)).toBe(true);
  expect(sameFamily(b, a)).toBe(true);
});

test.each([
  ["claude-opus-4-6", "gpt-5"],
  ["openrouter/anthropic/claude-opus-4.6", "openrouter/openai/gpt-5"],
  ["ollama/qwen3", "ollama/llama3.2"],
  ["lab/first", "lab/second"],
  ["sim/strong", "sim/judge"],
  ["sim/strong", "scripted:strong"],
  ["scripted:claude.json", "claude-opus-4-6"],
  ["gemini-2.5-pro", "openrouter/x-ai/grok-4"],
  ["mistral/mistral-large", "openrouter/cohere/command-r"],
])("%s and %s are not", (a, b) => {
  expect(sameFamily(a, b)).toBe(false);
  expect(sameFamily(b, a)).toBe(false);
});

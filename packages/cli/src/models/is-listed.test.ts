import { expect, test } from "vitest";
import { isListed } from "./is-listed.ts";

const listed = ["llama3.2:latest", "Qwen3:8b"];

test.each([
  ["ollama/llama3.2", "ollama", true],
  ["ollama/LLAMA3.2:latest", "ollama", true],
  ["ollama/qwen3:8b", "ollama", true],
  ["ollama/qwen3", "ollama", false],
  ["ollama/llama3", "ollama", false],
  ["ollama/gpt-oss:120b-cloud", "ollama", true],
  ["openai-compatible/Qwen3:8b", "openai-compatible", true],
  ["openai-compatible/qwen3:8b", "openai-compatible", false],
  ["openai-compatible/llama3.2", "openai-compatible", false],
])("%s of %s: %s", (modelId, provider, there) => {
  expect(isListed(modelId, provider, listed)).toBe(there);
});

import { describe, expect, test } from "vitest";
import type { UpstreamOptions } from "./provider-access.ts";
import { findUpstream } from "./upstream.ts";
import type { WireName } from "./wires/wire-name.ts";

const keys = { ANTHROPIC_API_KEY: "ant-key", OPENAI_API_KEY: "oai-key", GEMINI_API_KEY: "goo-key" };
const openrouter = { OPENROUTER_API_KEY: "or-key" };

function find(wire: WireName, modelId: string, env: UpstreamOptions["env"], providers = {}) {
  return findUpstream(wire, modelId, { env, providers });
}

test.each<[WireName, string, string, Record<string, string>, string]>([
  [
    "anthropic-messages",
    "claude-sonnet-4-5",
    "https://api.anthropic.com/v1/messages",
    { "x-api-key": "ant-key" },
    "anthropic/claude-sonnet-4-5",
  ],
  [
    "openai-responses",
    "gpt-5",
    "https://api.openai.com/v1/responses",
    { authorization: "Bearer oai-key" },
    "openai/gpt-5",
  ],
  [
    "openai-chat",
    "openai/gpt-4o",
    "https://api.openai.com/v1/chat/completions",
    { authorization: "Bearer oai-key" },
    "openai/gpt-4o",
  ],
  [
    "gemini",
    "google/gemini-2.5-pro",
    "https://generativelanguage.googleapis.com/v1beta/models",
    { "x-goog-api-key": "goo-key" },
    "google/gemini-2.5-pro",
  ],
  [
    "openai-chat",
    "gemini-2.5-pro",
    "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions",
    { authorization: "Bearer goo-key" },
    "google/gemini-2.5-pro",
  ],
  [
    "openai-chat",
    "claude-sonnet-4-5",
    "https://api.anthropic.com/v1/chat/completions",
    { authorization: "Bearer ant-key" },
    "anthropic/claude-sonnet-4-5",
  ],
  // An id that says nothing goes to whose wire it is.
  [
    "openai-chat",
    "some-model",
    "https://api.openai.com/v1/chat/completions",
    { authorization: "Bearer oai-key" },
    "openai/some-model",
  ],
])("%s to %s", (wire, modelId, url, headers, fullId) => {
  const found = find(wire, modelId, keys);
  expect(found).toMatchObject({ url, headers, modelId: fullId });
  expect(found.secrets).toHaveLength(1);
});

test("who was called is named by what was spoken", () => {
  expect(find("openai-chat", "openai/gpt-4o", keys).providerId).toBe("openai.chat");
  expect(find("openai-responses", "openai/gpt-4o", keys).providerId).toBe("openai.responses");
  expect(find("openai-responses", "openai-chat/gpt-4o", keys).providerId).toBe("openai.responses");
});

describe("gateways", () => {
  test("stand in for a provider without a key", () => {
    expect(find("anthropic-messages", "claude-sonnet-4-5", openrouter)).toMatchObject({
      url: "https://openrouter.ai/api/v1/messages",
      model: "anthropic/claude-sonnet-4-5",
      modelId: "openrouter/anthropic/claude-sonnet-4-5",
      headers: { authorization: "Bearer or-key" },
      counts: false,
    });
    expect(find("openai-chat", "qwen/qwen3-coder", openrouter)).toMatchObject({ model: "qwen/qwen3-coder" });
    expect(find("openai-responses", "openai/gpt-5", { AI_GATEWAY_API_KEY: "v-key" })).toMatchObject({
      url: "https://ai-gateway.vercel.sh/v1/responses",
      model: "openai/gpt-5",
    });
  });

  test("do not where they cannot: Gemini's wire is Google's alone", () => {
    expect(() => find("gemini", "gemini-2.5-pro", openrouter)).toThrow(/GOOGLE_GENERATIVE_AI_API_KEY/);
    expect(() => find("gemini", "openrouter/google/gemini-2.5-pro", openrouter)).toThrow(
      /speaks Gemini, and openrouter does not/,
    );
  });
});

describe("servers of the user's own", () => {
  test("by the variable or by name", () => {
    const env = { OPENAI_COMPATIBLE_BASE_URL: "http://127.0.0.1:8000/v1/" };
    expect(find("openai-chat", "llama-9", env)).toMatchObject({
      url: "http://127.0.0.1:8000/v1/chat/completions",
      model: "llama-9",
      modelId: "openai-compatible/llama-9",
      headers: {},
      secrets: [],
    });
    const providers = { mine: { baseURL: "http://127.0.0.1:9000/v1", apiKey: "my-key" } };
    expect(find("openai-chat", "mine/a/b", {}, providers)).toMatchObject({
      url: "http://127.0.0.1:9000/v1/chat/completions",
      model: "a/b",
      modelId: "mine/a/b",
      headers: { authorization: "Bearer my-key" },
    });
    expect(find("openai-chat", "ollama/llama3", { OLLAMA_HOST: ":11435" })).toMatchObject({
      url: "http://127.0.0.1:11435/v1/chat/completions",
    });
  });

  test("a given address wins over the environment", () => {
    const env = { ...keys, OPENAI_BASE_URL: "http://127.0.0.1:1/v1" };
    const openai = { baseURL: "http://127.0.0.1:2/v1", apiKey: "other" };
    expect(find("openai-responses", "gpt-5", env)).toMatchObject({ url: "http://127.0.0.1:1/v1/responses" });
    expect(find("openai-responses", "gpt-5", env, { openai })).toMatchObject({
      url: "http://127.0.0.1:2/v1/responses",
      headers: { authorization: "Bearer other" },
    });
  });
});

test.each<[string, WireName, string, UpstreamOptions["env"], RegExp]>([
  ["no key", "anthropic-messages", "claude-sonnet-4-5", {}, /needs ANTHROPIC_API_KEY/],
  [
    "a key that cannot be sent",
    "anthropic-messages",
    "claude-x",
    { ANTHROPIC_API_KEY: "a\nb" },
    /ANTHROPIC_API_KEY contains/,
  ],
  [
    "another wire",
    "anthropic-messages",
    "openai/gpt-5",
    keys,
    /speaks Anthropic Messages, and openai does not/,
  ],
  ["no address", "openai-chat", "openai-compatible/x", {}, /needs OPENAI_COMPATIBLE_BASE_URL/],
  [
    "a bad address",
    "openai-chat",
    "gpt-5",
    { ...keys, OPENAI_BASE_URL: "ftp://x" },
    /OPENAI_BASE_URL is not/,
  ],
  [
    "a password in it",
    "openai-chat",
    "gpt-5",
    { ...keys, OPENAI_BASE_URL: "http://u:p@x" },
    /has more in it/,
  ],
  ["a simulated model", "openai-chat", "sim/strong", keys, /inside this process/],
])("%s is told in words, without the key", (_, wire, modelId, env, words) => {
  expect(() => find(wire, modelId, env)).toThrow(words);
  try {
    find(wire, modelId, env);
  } catch (error) {
    expect(String(error)).not.toMatch(/a\nb|oai-key|:p@/);
  }
});

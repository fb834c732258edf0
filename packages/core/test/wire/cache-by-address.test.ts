// Two servers may have a model of one name: what one of them said is not what the other one would say.
import { expect, test } from "vitest";
import { generator } from "../../src/blocks/generator/generator.ts";
import { runBlock } from "../../src/blocks/run-block.ts";
import type { CacheMode } from "../../src/cache/cached.ts";
import { createMemoryCache } from "../../src/cache/memory-cache.ts";
import { createModelResolver } from "../../src/model/create-model-resolver.ts";
import type { ModelResolverOptions } from "../../src/model/resolver-options.ts";
import { startWireServer } from "./start-wire-server.ts";

const serverSaying = (text: string) =>
  startWireServer({ reply: { type: "answer", text: [text], usage: { input: 10, output: 3 } } });

test.each([
  ["claude-sonnet-4-5", "ANTHROPIC_BASE_URL"],
  ["gpt-5-mini", "OPENAI_BASE_URL"],
  ["openai-chat/gpt-4o", "OPENAI_BASE_URL"],
  ["gemini-2.5-pro", "GOOGLE_GEMINI_BASE_URL"],
  ["openrouter/acme/m", "OPENROUTER_BASE_URL"],
  ["openai-compatible/acme/m", "OPENAI_COMPATIBLE_BASE_URL"],
  ["ollama/qwen3:8b", "OLLAMA_HOST"],
  ["lab/m", "baseURL"],
])("answers of %s are those of the server that %s names", async (model, setting) => {
  await using here = await serverSaying("here");
  await using there = await serverSaying("there");
  const cache = createMemoryCache();
  const block = generator({ name: "g", model });
  const ask = async ({ url, env }: typeof here, cacheMode: CacheMode = "use") => {
    const own: ModelResolverOptions =
      setting === "baseURL" ? { providers: { lab: { baseURL: `${url}/v1` } } } : {};
    const modelResolver = createModelResolver({ env, ...own });
    const result = await runBlock(block, "Where are you?", { modelResolver, cache, cacheMode });
    return result.ok ? result.output : result.error.message;
  };
  expect(await ask(here)).toBe("here");
  expect(await ask(there, "replay")).toContain(`at ${there.url}`);
  expect(await ask(there)).toBe("there");
  expect([await ask(here), await ask(there)]).toEqual(["here", "there"]);
  expect([here.requests.length, there.requests.length]).toEqual([1, 1]);
});

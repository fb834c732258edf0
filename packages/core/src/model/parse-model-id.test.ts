import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MalformedModelIdError } from "./malformed-model-id-error.ts";
import { formatModelId, parseModelId } from "./parse-model-id.ts";
import { knownGateways, knownProviders } from "./providers/known-providers.ts";
import { UnknownProviderError } from "./unknown-provider-error.ts";

describe("every form has one reading", () => {
  test.each([
    ["anthropic/claude-opus-4-6", "anthropic/claude-opus-4-6"],
    ["claude-opus-4-6", "anthropic/claude-opus-4-6"],
    ["gpt-5-mini", "openai/gpt-5-mini"],
    ["chatgpt-4o-latest", "openai/chatgpt-4o-latest"],
    ["codex-mini-latest", "openai/codex-mini-latest"],
    ["o1", "openai/o1"],
    ["o3-mini", "openai/o3-mini"],
    ["o4-mini", "openai/o4-mini"],
    ["gemini-2.5-pro", "google/gemini-2.5-pro"],
    ["openai/ft:gpt-4o:acme::x1", "openai/ft:gpt-4o:acme::x1"],
    ["openai-chat/gpt-4o", "openai-chat/gpt-4o"],
    ["vercel/anthropic/claude-opus-4.6", "vercel/anthropic/claude-opus-4.6"],
    ["gateway/openai/gpt-5", "vercel/openai/gpt-5"],
    [
      "openrouter/meta-llama/llama-3.3-70b-instruct:free",
      "openrouter/meta-llama/llama-3.3-70b-instruct:free",
    ],
    ["openai-compatible/meta-llama/Llama-3.3-70B", "openai-compatible/meta-llama/Llama-3.3-70B"],
    ["openai-compatible//models/llama.gguf", "openai-compatible//models/llama.gguf"],
    ["ollama/hf.co/acme/model:Q4_K_M", "ollama/hf.co/acme/model:Q4_K_M"],
    ["scripted:bench/a b.script.json", "scripted:bench/a b.script.json"],
    ["sim/steady", "sim/steady"],
  ])("%s", (id, full) => {
    const parsed = parseModelId(id);
    expect(formatModelId(parsed)).toBe(full);
    expect(parseModelId(full)).toEqual(parsed);
  });

  test.each([...knownProviders, ...knownGateways].map(({ name }) => name))(
    "a model of %s can be named",
    (name) => {
      const id = knownGateways.some((gateway) => gateway.name === name) ? `${name}/acme/m` : `${name}/m`;
      expect(formatModelId(parseModelId(id))).toBe(id);
    },
  );

  test("a provider of the user's own takes any model name", () => {
    expect(parseModelId("vllm/meta-llama/Llama-3", ["vllm"])).toEqual({
      kind: "provider",
      provider: "vllm",
      model: "meta-llama/Llama-3",
    });
  });
});

describe("what is malformed says what is wrong and how it should look", () => {
  test.each([
    ["", /empty/],
    ["   ", /empty/],
    ["a/", /nothing stands after/],
    ["/b", /nothing stands before/],
    ["anthropic//", /nothing stands after/],
    ["anthropic/a/b", /exactly one name/],
    ["openrouter/auto", /gateway, so exactly provider\/model/],
    ["vercel/a/b/c", /gateway, so exactly/],
    ["gateway//x", /gateway, so exactly/],
    ["anthropic/claude opus", /blanks/],
    [" claude-opus-4-6", /blanks/],
    ["claude-opus-4-6\n", /invisible/],
    ["claude\u200b-opus-4-6", /invisible characters/],
    ["llama3", /no provider in front/],
    ["claude-", /no provider in front/],
    ["anthropic", /names no model/],
    ["openrouter", /names no model/],
    ["scripted:", /file has to follow/],
    ["scripted: x.json", /file has to follow/],
    ["sim/", /nothing stands after/],
  ])("%j", (id, problem) => {
    const act = () => parseModelId(id);
    expect(act).toThrow(MalformedModelIdError);
    expect(act).toThrow(problem);
    expect(act).toThrow("provider/model (anthropic/claude-opus-4-6, ollama/llama3.2)");
  });

  test.each([undefined, null, 5, {}])("%j, which is no string", (id) => {
    expect(() => parseModelId(id as never)).toThrow(MalformedModelIdError);
  });

  test("its message stays one short line", () => {
    const message = (id: string) => {
      try {
        parseModelId(id);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(message("a\nb\u001b[31m")).toMatch(/^"a\\u\{a\}b\\u\{1b\}\[31m" is not a model id: [^\n]*$/);
    expect(message(`anthropic/${"x/".repeat(5000)}`)?.length).toBeLessThan(500);
  });
});

test("an unknown provider gets the known ones and the nearest", () => {
  const act = () => parseModelId("antropic/claude-opus-4-6", ["vllm"]);
  expect(act).toThrow(UnknownProviderError);
  expect(act).toThrow(
    'There is no provider "antropic". Did you mean anthropic? Known are anthropic, openai, openai-chat, google, ' +
      "openai-compatible, ollama, vllm, vercel, openrouter;",
  );
  expect(() => parseModelId("mistral/large")).not.toThrow(/Did you mean/);
});

test("any text at all is read or refused by these two errors, and reads the same again", () => {
  const word = fc.constantFrom(
    ...[
      "anthropic",
      "openai",
      "google",
      "ollama",
      "vercel",
      "openrouter",
      "gateway",
      "sim",
      "scripted:",
      "own",
    ],
    ...["claude-x", "gpt-5", "o3", "a", "", " ", "\t", ":", "…", "🙂", "\ud800", "__proto__", "constructor"],
  );
  const pieces = fc.array(fc.oneof(word, fc.string({ unit: "binary", maxLength: 6 })), { maxLength: 5 });
  const ids = fc.oneof(
    fc.string({ unit: "binary" }),
    pieces.map((words) => words.join("/")),
    pieces.map((words) => words.join("")),
  );
  const read = (id: string) => {
    try {
      return parseModelId(id, ["own"]);
    } catch (error) {
      if (error instanceof MalformedModelIdError || error instanceof UnknownProviderError) return undefined;
      throw error;
    }
  };
  fc.assert(
    fc.property(ids, (id) => {
      const parsed = read(id);
      if (!parsed) return;
      const full = formatModelId(parsed);
      expect(parseModelId(full, ["own"])).toEqual(parsed);
    }),
    { numRuns: 2000 },
  );
});

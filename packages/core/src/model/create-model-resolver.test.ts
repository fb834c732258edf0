import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, test, vi } from "vitest";
import { InvalidBaseUrlError, MissingBaseUrlError } from "./base-url-error.ts";
import { createModelResolver } from "./create-model-resolver.ts";
import { MalformedModelIdError } from "./malformed-model-id-error.ts";
import { MissingKeyError } from "./missing-key-error.ts";
import { MissingPackageError } from "./missing-package-error.ts";
import { knownGateways, knownProviders } from "./providers/known-providers.ts";
import type { ModelResolverOptions } from "./resolver-options.ts";
import { ResolverOptionsError } from "./resolver-options.ts";
import { UnknownProviderError } from "./unknown-provider-error.ts";

const allKeys = {
  ANTHROPIC_API_KEY: "k-anthropic",
  OPENAI_API_KEY: "k-openai",
  GOOGLE_GENERATIVE_AI_API_KEY: "k-google",
  AI_GATEWAY_API_KEY: "k-vercel",
  OPENROUTER_API_KEY: "k-openrouter",
  OPENAI_COMPATIBLE_BASE_URL: "http://127.0.0.1:8000/v1",
};
const resolverWith = (env: Record<string, string>, more: ModelResolverOptions = {}) =>
  createModelResolver({ env, ...more });

describe("name and provider are right at once", () => {
  test.each([
    ["anthropic/claude-opus-4-6", "anthropic.messages", "claude-opus-4-6"],
    ["claude-opus-4-6", "anthropic.messages", "claude-opus-4-6"],
    ["openai/gpt-5", "openai.responses", "gpt-5"],
    ["openai-chat/gpt-4o", "openai.chat", "gpt-4o"],
    ["gemini-2.5-pro", "google.generative-ai", "gemini-2.5-pro"],
    ["vercel/anthropic/claude-opus-4.6", "gateway", "anthropic/claude-opus-4.6"],
    ["gateway/openai/gpt-5", "gateway", "openai/gpt-5"],
    ["openrouter/meta-llama/llama-3.3", "openrouter", "meta-llama/llama-3.3"],
    ["openai-compatible/meta-llama/Llama-3", "openai-compatible.chat", "meta-llama/Llama-3"],
    ["ollama/qwen3:8b", "ollama.chat", "qwen3:8b"],
  ])("%s", (id, provider, modelId) => {
    expect(resolverWith(allKeys)(id)).toMatchObject({ specificationVersion: "v4", provider, modelId });
  });

  test.each([...knownProviders, ...knownGateways].map((each) => [each.name, each] as const))(
    "as the package of %s says itself",
    async (name, definition) => {
      const access = { model: "acme/m", apiKey: "k", baseURL: "http://127.0.0.1:9", name, fetch };
      const loaded = await definition.load(access);
      expect(loaded).toMatchObject({
        specificationVersion: "v4",
        provider: definition.providerId(name),
        modelId: "acme/m",
      });
    },
  );
});

describe("the way to a model", () => {
  test("an instance that was given comes first, key or not", () => {
    const model = new MockLanguageModelV4({ provider: "mine", modelId: "m" });
    const resolver = resolverWith({}, { providers: { anthropic: () => model } });
    expect(resolver("claude-opus-4-6")).toMatchObject({ provider: "mine", modelId: "m" });
  });

  test("AI SDK providers can be given as they are", () => {
    const providers = {
      anthropic: createAnthropic({ apiKey: "k", name: "mine.messages" }),
      openai: createOpenAI({ apiKey: "k", name: "azure" }),
    };
    const resolver = resolverWith({}, { providers });
    expect(resolver("claude-opus-4-6").provider).toBe("mine.messages");
    expect(resolver("gpt-5").provider).toBe("azure.responses");
    expect(resolver("openai-chat/gpt-5").provider).toBe("azure.chat");
  });

  test("then package and key", () => {
    expect(resolverWith(allKeys)("anthropic/x").provider).toBe("anthropic.messages");
  });

  test("then a gateway with a key, under the same id", () => {
    const { AI_GATEWAY_API_KEY, OPENROUTER_API_KEY } = allKeys;
    const viaVercel = resolverWith({ AI_GATEWAY_API_KEY, OPENROUTER_API_KEY })("anthropic/x");
    expect(viaVercel).toMatchObject({ provider: "gateway", modelId: "anthropic/x" });
    const viaOpenrouter = resolverWith({ OPENROUTER_API_KEY })("claude-x");
    expect(viaOpenrouter).toMatchObject({ provider: "openrouter", modelId: "anthropic/claude-x" });
    const named = resolverWith({ AI_GATEWAY_API_KEY }, { gateways: { openrouter: { apiKey: "k" } } });
    expect(named("anthropic/x").provider).toBe("openrouter");
    const noPackage = resolverWith(allKeys, { isInstalled: (name) => name !== "@ai-sdk/anthropic" });
    expect(noPackage("anthropic/x").provider).toBe("gateway");
  });

  test("a gateway may be an instance", () => {
    const gateways = { vercel: { languageModel: (id: string) => new MockLanguageModelV4({ modelId: id }) } };
    expect(resolverWith({}, { gateways })("anthropic/x").modelId).toBe("anthropic/x");
    expect(resolverWith({}, { gateways })("gateway/acme/y").modelId).toBe("acme/y");
  });

  test("a preference turns it, where it can be used", () => {
    const resolver = resolverWith(allKeys);
    expect(resolver("anthropic/x", "b", { preferProvider: "openrouter" }).provider).toBe("openrouter");
    expect(resolver("anthropic/x", "b", { preferProvider: ["vercel", "openrouter"] }).provider).toBe(
      "gateway",
    );
    expect(resolver("anthropic/x", "b", { preferProvider: "google" }).provider).toBe("anthropic.messages");
    expect(resolver("openrouter/a/x", "b", { preferProvider: "vercel" }).provider).toBe("openrouter");
    const standing = resolverWith(allKeys, { providerPreference: ["vercel"] });
    expect(standing("anthropic/x").provider).toBe("gateway");
    expect(standing("anthropic/x", "b", { preferProvider: "anthropic" }).provider).toBe("anthropic.messages");
    const { ANTHROPIC_API_KEY } = allKeys;
    const without = resolverWith({ ANTHROPIC_API_KEY }, { providerPreference: "vercel" });
    expect(without("anthropic/x").provider).toBe("anthropic.messages");
    expect(() => resolver("anthropic/x", "b", { preferProvider: "opnrouter" })).toThrow(
      /Did you mean openrouter\?/,
    );
  });

  test("a server of one's own has any name and any models", () => {
    const resolver = resolverWith({}, { providers: { vllm: { baseURL: "http://127.0.0.1:8000/v1" } } });
    expect(resolver("vllm/meta-llama/Llama-3")).toMatchObject({
      provider: "vllm.chat",
      modelId: "meta-llama/Llama-3",
    });
    expect(() => resolver("vlm/x")).toThrow(/Did you mean vllm\?/);
  });

  test("the same id gives the same model, however it is written", () => {
    const resolver = resolverWith(allKeys);
    expect(resolver("claude-x")).toBe(resolver("anthropic/claude-x"));
    expect(resolver("gateway/a/b")).toBe(resolver("vercel/a/b"));
    expect(resolver("anthropic/x", "b", { preferProvider: "vercel" })).toBe(resolver("vercel/anthropic/x"));
    expect(resolver("claude-x")).not.toBe(resolver("claude-y"));
  });
});

test("resolveId gives the full id, and the gateway only when it was preferred", () => {
  const resolver = resolverWith(allKeys);
  expect(resolver.resolveId("claude-opus-4-6")).toBe("anthropic/claude-opus-4-6");
  expect(resolver.resolveId("gateway/openai/gpt-5")).toBe("vercel/openai/gpt-5");
  expect(resolver.resolveId("scripted:a.json")).toBe("scripted:a.json");
  expect(resolver.resolveId("gpt-5", { preferProvider: "openrouter" })).toBe("openrouter/openai/gpt-5");
  expect(resolverWith({}).resolveId("gpt-5", { preferProvider: "openrouter" })).toBe("openai/gpt-5");
  expect(resolverWith({}).resolveId("o3")).toBe("openai/o3");
});

describe("keys", () => {
  test("a missing one is named, with the way out", () => {
    const act = () => resolverWith({})("claude-opus-4-6", "planner");
    expect(act).toThrow(MissingKeyError);
    expect(act).toThrow(
      "claude-opus-4-6 needs ANTHROPIC_API_KEY, which is not set. Set it, or AI_GATEWAY_API_KEY or " +
        "OPENROUTER_API_KEY to go through a gateway, choose another model, or see it work without a key on a " +
        "scripted:<file> model.",
    );
    expect(act).toThrow(expect.objectContaining({ code: "missing-key", blockName: "planner" }));
  });

  test.each([
    ["openai/gpt-5", "needs OPENAI_API_KEY, which"],
    ["openai-chat/gpt-5", "needs OPENAI_API_KEY, which is not set. Set it, choose"],
    ["gemini-2.5-pro", "needs GOOGLE_GENERATIVE_AI_API_KEY (or GEMINI_API_KEY or GOOGLE_API_KEY), which"],
    ["vercel/a/b", "needs AI_GATEWAY_API_KEY, which"],
    ["openrouter/a/b", "needs OPENROUTER_API_KEY, which"],
  ])("%s", (id, message) => {
    expect(() => resolverWith({})(id)).toThrow(message);
  });

  test("an empty variable is no key; any of Google's three is one; options win; Ollama wants none", () => {
    expect(() => resolverWith({ ANTHROPIC_API_KEY: " " })("claude-x")).toThrow(MissingKeyError);
    expect(resolverWith({ GEMINI_API_KEY: "k" })("gemini-x").provider).toBe("google.generative-ai");
    expect(resolverWith({ GOOGLE_API_KEY: "k" })("gemini-x").provider).toBe("google.generative-ai");
    expect(resolverWith({}, { keys: { anthropic: "k" } })("claude-x").provider).toBe("anthropic.messages");
    expect(resolverWith({}, { keys: { openai: "k" } })("openai-chat/x").provider).toBe("openai.chat");
    expect(resolverWith({}, { keys: { openrouter: "k" } })("claude-x").provider).toBe("openrouter");
    expect(resolverWith({})("ollama/qwen3").provider).toBe("ollama.chat");
  });

  test("the process's environment is the default, read when asked", () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "");
    const resolver = createModelResolver({ isInstalled: (name) => name === "@ai-sdk/anthropic" });
    expect(() => resolver("anthropic/claude-x")).toThrow(MissingKeyError);
    vi.stubEnv("ANTHROPIC_API_KEY", "k");
    expect(resolver("anthropic/claude-x").modelId).toBe("claude-x");
    vi.unstubAllEnvs();
  });
});

describe("packages", () => {
  test("a missing one is named with the line that installs it", () => {
    const { ANTHROPIC_API_KEY } = allKeys;
    const act = () => resolverWith({ ANTHROPIC_API_KEY }, { isInstalled: () => false })("claude-x");
    expect(act).toThrow(MissingPackageError);
    expect(act).toThrow(
      "claude-x needs the package @ai-sdk/anthropic, which is not installed. Run npm install @ai-sdk/anthropic.",
    );
    expect(() => resolverWith({}, { isInstalled: () => false })("claude-x")).toThrow(
      "Run npm install @ai-sdk/anthropic and set ANTHROPIC_API_KEY.",
    );
  });
});

describe("addresses", () => {
  test.each([
    ["claude-x", "https://api.anthropic.com/v1/messages"],
    ["gpt-5", "https://api.openai.com/v1/responses"],
    ["openai-chat/gpt-5", "https://api.openai.com/v1/chat/completions"],
    ["gemini-x", "https://generativelanguage.googleapis.com/v1beta/models/gemini-x:generateContent"],
    ["vercel/a/b", "https://ai-gateway.vercel.sh/v4/ai/language-model"],
    ["openrouter/a/b", "https://openrouter.ai/api/v1/chat/completions"],
    ["ollama/m", "http://127.0.0.1:11434/v1/chat/completions"],
  ])("%s is at %s, whatever the environment beside the one given says", async (id, url) => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (address: string) => {
      asked.push(String(address));
      return new Response("{}", { status: 400 });
    });
    for (const name of ["ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "OLLAMA_HOST"])
      vi.stubEnv(name, "http://127.0.0.1:9");
    try {
      await expect(
        resolverWith({ ...allKeys, OPENAI_BASE_URL: "" })(id).doGenerate({ prompt: [] }),
      ).rejects.toThrow();
    } finally {
      vi.unstubAllGlobals();
      vi.unstubAllEnvs();
    }
    expect(asked).toEqual([url]);
  });

  test.each([
    ["gpt-5", "OPENAI_BASE_URL", " https://API.openai.com/v1/ ", undefined],
    ["gpt-5", "OPENAI_BASE_URL", "https://proxy.example/v1/", "https://proxy.example/v1"],
    ["claude-x", "ANTHROPIC_BASE_URL", "https://api.anthropic.com", undefined],
    ["claude-x", "ANTHROPIC_BASE_URL", "https://Proxy.example", "https://proxy.example/v1"],
    ["ollama/m", "OLLAMA_HOST", "0.0.0.0", undefined],
    ["ollama/m", "OLLAMA_HOST", "gpu-box", "http://gpu-box:11434/v1"],
  ])(
    "%s with %s at %s: the model says where it is, when that is not the usual",
    (id, variable, value, at) => {
      expect(resolverWith(allKeys)(id).address).toBeUndefined();
      expect(resolverWith({ ...allKeys, [variable]: value })(id).address).toBe(at);
    },
  );

  test("have to be there", () => {
    expect(() => resolverWith({ OPENAI_COMPATIBLE_BASE_URL: " " })("openai-compatible/m")).toThrow(
      MissingBaseUrlError,
    );
    const act = () => resolverWith({})("openai-compatible/m");
    expect(act).toThrow(MissingBaseUrlError);
    expect(act).toThrow("openai-compatible/m needs OPENAI_COMPATIBLE_BASE_URL, which is not set.");
  });

  test.each([
    ["ANTHROPIC_BASE_URL", "claude-x", "htp://x", "does not begin with http:// or https://"],
    ["ANTHROPIC_BASE_URL", "claude-x", "api.example.com", "does not begin with http"],
    ["OPENAI_BASE_URL", "gpt-5", "http://", "is not a URL"],
    ["OPENAI_BASE_URL", "gpt-5", "http://me:secret@host/v1", "has a user name or password in it"],
    ["GOOGLE_GEMINI_BASE_URL", "gemini-x", "https://host:99999", "is not a URL"],
    ["OPENROUTER_BASE_URL", "openrouter/a/b", "https://host/v1?a=1", "has something after its path"],
    ["OPENAI_COMPATIBLE_BASE_URL", "openai-compatible/m", "/v1", "does not begin"],
    ["OLLAMA_HOST", "ollama/m", "a b:c", "is not a URL"],
  ])("%s for %s cannot be %s", (variable, id, value, problem) => {
    const act = () => resolverWith({ ...allKeys, [variable]: value })(id);
    expect(act).toThrow(InvalidBaseUrlError);
    expect(act).toThrow(`${variable} ${problem}`);
    expect(act).not.toThrow(/secret/);
  });

  test("a wrong one is not circumvented by a gateway", () => {
    expect(() => resolverWith({ ...allKeys, ANTHROPIC_BASE_URL: "nowhere" })("claude-x")).toThrow(
      InvalidBaseUrlError,
    );
  });
});

describe("scripted and simulated models", () => {
  test("are made by what was given for them, once", () => {
    const model = new MockLanguageModelV4();
    const scripted = vi.fn(() => model);
    const sim = vi.fn(() => ({ modelId: "plain", simulated: true, generate: async () => ({ text: "x" }) }));
    const env = {};
    const resolver = createModelResolver({ env, scripted, sim });
    expect(resolver("scripted:a/b.json")).toBe(model);
    expect(resolver("scripted:a/b.json")).toBe(model);
    expect(scripted.mock.calls).toEqual([["a/b.json", { modelId: "scripted:a/b.json", env }]]);
    expect(resolver("sim/steady")).toMatchObject({ specificationVersion: "v4", simulated: true });
    expect(sim).toHaveBeenCalledWith("steady", { modelId: "sim/steady", env });
  });

  test("come from a file or a built-in profile when nothing was given", async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "x-"));
    const file = join(folder.path, "script.json");
    await writeFile(file, JSON.stringify({ model: "claude-haiku-4-5", turns: [{ text: "Hello." }] }));
    const scripted = resolverWith({})(`scripted:${file}`);
    expect(scripted).toMatchObject({ simulated: true, pricedAs: "claude-haiku-4-5" });
    expect(resolverWith({})("sim/strong")).toMatchObject({ modelId: "sim/strong", simulated: true });
    expect(() => resolverWith({})("sim/strnog")).toThrow("strong");
    expect(() => resolverWith({})(`scripted:${file}.missing`)).toThrow(`${file}.missing`);
  });
});

describe("options that cannot be meant", () => {
  test.each<[ModelResolverOptions, RegExp]>([
    [{ gateways: { portkey: { apiKey: "k" } } }, /no gateway "portkey".*under providers/],
    [{ providers: { openrouter: () => new MockLanguageModelV4() } }, /under gateways/],
    [{ providers: { sim: { baseURL: "http://x" } } }, /cannot be called "sim"/],
    [{ providers: { "a/b": { baseURL: "http://x" } } }, /cannot be called "a\/b"/],
    [{ providers: { vllm: {} } }, /vllm has no address/],
    [{ providers: { vllm: undefined as never } }, /vllm has no address/],
    [{ keys: { antropic: "k" } }, /keys has "antropic"/],
  ])("%o", (options, message) => {
    expect(() => createModelResolver(options)).toThrow(ResolverOptionsError);
    expect(() => createModelResolver(options)).toThrow(message);
  });
});

test("bad ids are refused", () => {
  expect(() => resolverWith({})("")).toThrow(MalformedModelIdError);
  expect(() => resolverWith({})("mistral/large")).toThrow(UnknownProviderError);
});

describe("a key that no header can carry", () => {
  test.each(["sk-SECRET\nabc", "sk-SECRET\rabc", "sk-SECRET\0abc", "sk-SECRET✓"])("%j", (key) => {
    const asks: [() => unknown, string][] = [
      [() => resolverWith({ ANTHROPIC_API_KEY: key })("claude-opus-4-6"), "ANTHROPIC_API_KEY"],
      // Nor is a gateway taken in its place.
      [() => resolverWith({ ...allKeys, OPENAI_API_KEY: key })("openai/gpt-5"), "OPENAI_API_KEY"],
      [() => resolverWith({ GEMINI_API_KEY: key })("gemini-2.5-pro"), "GEMINI_API_KEY"],
      [() => resolverWith({}, { keys: { google: key } })("gemini-2.5-pro"), "The key of google"],
      [
        () =>
          resolverWith({}, { providers: { lab: { baseURL: "http://127.0.0.1:9", apiKey: key } } })("lab/m"),
        "The apiKey of lab",
      ],
      [
        () => resolverWith({}, { gateways: { openrouter: { apiKey: key } } })("openrouter/a/m"),
        "The apiKey of openrouter",
      ],
    ];
    for (const [ask, setting] of asks) {
      expect(ask).toThrow(
        expect.objectContaining({
          code: "invalid-key",
          message: `${setting} contains a line break or another character that no header can carry. Set it again.`,
        }),
      );
    }
  });

  test("does not matter where it is not used", () => {
    expect(resolverWith({ ...allKeys, OPENROUTER_API_KEY: "a\nb" })("openai/gpt-5").provider).toBe(
      "openai.responses",
    );
  });
});

test.each(["constructor", "toString", "valueOf"])("a server may be called %s", (name) => {
  const baseURL = "http://127.0.0.1:9/v1";
  expect(resolverWith({}, { keys: {}, providers: { [name]: { baseURL } } })(`${name}/m`)).toMatchObject({
    provider: `${name}.chat`,
    modelId: "m",
  });
  expect(() => resolverWith({})(`${name}/m`)).toThrow(UnknownProviderError);
});

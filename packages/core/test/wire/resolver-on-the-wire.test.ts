import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { withCallContext } from "../../src/model/call-context.ts";
import { createModelResolver } from "../../src/model/create-model-resolver.ts";
import { isRetryable, retryAfterMs } from "../../src/model/retryable.ts";
import { startWireServer } from "./start-wire-server.ts";
import type { WireAnswer, WireReply } from "./wire.ts";
import { ask, call, failure, wireCases } from "./wire-cases.ts";

const hello: WireAnswer = { type: "answer", text: ["Hello", "."], usage: { input: 10, output: 3 } };
const everyCase = wireCases.flatMap((each) =>
  (["generate", "stream"] as const).map((mode) => ({ ...each, mode, name: `${each.wire}, ${mode}` })),
);

describe("requests arrive where the variables say, with the key the provider wants", () => {
  test.each([
    ["claude-sonnet-4-5", "ANTHROPIC_BASE_URL", "", "/v1/messages", { "x-api-key": "key-of-anthropic" }],
    ["claude-sonnet-4-5", "ANTHROPIC_BASE_URL", "/v1", "/v1/messages", { "x-api-key": "key-of-anthropic" }],
    ["claude-sonnet-4-5", "ANTHROPIC_BASE_URL", "/", "/v1/messages", { "x-api-key": "key-of-anthropic" }],
    ["gpt-5-mini", "OPENAI_BASE_URL", "/v1", "/v1/responses", { authorization: "Bearer key-of-openai" }],
    ["gpt-5-mini", "OPENAI_BASE_URL", "/v1/", "/v1/responses", { authorization: "Bearer key-of-openai" }],
    [
      "openai-chat/gpt-4o",
      "OPENAI_BASE_URL",
      "/v1",
      "/v1/chat/completions",
      { authorization: "Bearer key-of-openai" },
    ],
    [
      "gemini-2.5-pro",
      "GOOGLE_GEMINI_BASE_URL",
      "",
      /^\/v1beta\/models\/gemini-2\.5-pro:generate/,
      { "x-goog-api-key": "key-of-google" },
    ],
    [
      "gemini-2.5-pro",
      "GOOGLE_GEMINI_BASE_URL",
      "/v1beta/",
      /^\/v1beta\/models\//,
      { "x-goog-api-key": "key-of-google" },
    ],
    [
      "openrouter/acme/m",
      "OPENROUTER_BASE_URL",
      "/v1",
      "/v1/chat/completions",
      { authorization: "Bearer key-of-openrouter" },
    ],
    ["openai-compatible/acme/m", "OPENAI_COMPATIBLE_BASE_URL", "/v1", "/v1/chat/completions", {}],
    ["ollama/qwen3:8b", "OLLAMA_HOST", "", "/v1/chat/completions", {}],
  ])("%s with %s at %s", async (modelId, variable, suffix, path, headers) => {
    await using server = await startWireServer({ reply: hello });
    const resolver = createModelResolver({ env: { ...server.env, [variable]: `${server.url}${suffix}` } });
    expect((await call(resolver(modelId), "generate")).text).toBe("Hello.");
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ path: expect.stringMatching(path), headers });
    expect(server.billed).toMatchObject({ input: 10, output: 3 });
  });

  test("Ollama is also found without a scheme, and no key goes to servers that want none", async () => {
    await using server = await startWireServer({ reply: hello });
    const port = new URL(server.url).port;
    await call(createModelResolver({ env: { OLLAMA_HOST: `0.0.0.0:${port}` } })("ollama/qwen3"), "generate");
    expect(server.requests[0]?.model).toBe("qwen3");
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  test("a server of one's own, with its key", async () => {
    await using server = await startWireServer({ reply: hello });
    const providers = { vllm: { baseURL: `${server.url}/v1`, apiKey: "mine" } };
    await call(createModelResolver({ env: {}, providers })("vllm/meta-llama/Llama-3"), "generate");
    expect(server.requests[0]).toMatchObject({
      model: "meta-llama/Llama-3",
      headers: { authorization: "Bearer mine" },
    });
  });

  test("options win over variables, and the environment of the process is not looked at beside them", async () => {
    await using server = await startWireServer({ reply: hello });
    const resolver = createModelResolver({
      env: { ANTHROPIC_API_KEY: "from-env", ANTHROPIC_BASE_URL: "http://127.0.0.1:9" },
      keys: { anthropic: "from-options" },
      providers: { anthropic: { baseURL: server.url } },
    });
    await call(resolver("claude-sonnet-4-5"), "generate");
    expect(server.requests[0]?.headers["x-api-key"]).toBe("from-options");
  });
});

describe("streams are asked to count", () => {
  test.each(["openai-chat/gpt-4o", "openai-compatible/m", "ollama/m", "openrouter/a/m"])(
    "%s",
    async (modelId) => {
      await using server = await startWireServer({ reply: hello });
      const { stream } = await createModelResolver({ env: server.env })(modelId).doStream(ask());
      let total: number | undefined;
      for await (const part of stream) if (part.type === "finish") total = part.usage.inputTokens.total;
      expect(total).toBe(10);
      expect(server.requests[0]?.body.stream_options).toEqual({ include_usage: true });
    },
  );

  test("OpenRouter is asked for the cost", async () => {
    await using server = await startWireServer({ reply: hello });
    await call(createModelResolver({ env: server.env })("openrouter/a/m"), "generate");
    expect(server.requests[0]?.body.usage).toEqual({ include: true });
  });
});

test.each(["openai-compatible/m", "ollama/m", "openrouter/a/m"])(
  "%s tries nothing twice",
  async (modelId) => {
    await using server = await startWireServer({ reply: { type: "refusal", status: 429 } });
    const model = createModelResolver({ env: server.env })(modelId);
    expect(isRetryable(await failure(call(model, "generate")))).toBe(true);
    expect(isRetryable(await failure(call(model, "stream")))).toBe(true);
    expect(server.requests).toHaveLength(2);
  },
);

describe.each(everyCase)("$name", ({ modelId, mode }) => {
  const tools = [
    {
      type: "function" as const,
      name: "look",
      inputSchema: { type: "object" as const, properties: { at: { type: "string" as const } } },
    },
  ];

  test("tool calls", async () => {
    const toolCalls = [{ name: "look", args: { at: "the 🌍" } }];
    await using server = await startWireServer({ reply: { ...hello, text: [], toolCalls } });
    const answer = await call(createModelResolver({ env: server.env })(modelId), mode, { ...ask(), tools });
    expect(answer.finishReason).toBe("tool-calls");
    expect(answer.toolCalls.map(({ toolName, input }) => [toolName, JSON.parse(input)])).toEqual([
      ["look", { at: "the 🌍" }],
    ]);
    expect(JSON.stringify(server.requests[0]?.body.tools)).toContain('"look"');
  });

  test("structured output", async () => {
    await using server = await startWireServer({ reply: { ...hello, json: { name: "Zoë", ok: true } } });
    const schema = {
      type: "object" as const,
      properties: { name: { type: "string" as const }, ok: { type: "boolean" as const } },
      required: ["name", "ok"],
      additionalProperties: false,
    };
    const options = { ...ask(), responseFormat: { type: "json" as const, name: "person", schema } };
    const answer = await call(createModelResolver({ env: server.env })(modelId), mode, options);
    expect(JSON.parse(answer.text)).toEqual({ name: "Zoë", ok: true });
    expect(JSON.stringify(server.requests[0]?.body)).toContain('"ok"');
  });

  test("characters of several bytes, cut anywhere", async () => {
    const text = ["Grüße ", "an 世界 ", "und 🌍🚀"];
    await using server = await startWireServer({ reply: { ...hello, text, chunkBytes: 1 } });
    const answer = await call(createModelResolver({ env: server.env })(modelId), mode);
    expect(answer.text).toBe("Grüße an 世界 und 🌍🚀");
    expect(answer.finishReason).toBe("stop");
  });

  test("an answer that was too long", async () => {
    await using server = await startWireServer({ reply: { ...hello, finish: "length" } });
    const options = { ...ask(), maxOutputTokens: 3 };
    expect((await call(createModelResolver({ env: server.env })(modelId), mode, options)).finishReason).toBe(
      "length",
    );
  });

  test.each<[string, WireReply, boolean]>([
    ["429", { type: "refusal", status: 429, headers: { "retry-after": "7" } }, true],
    ["500", { type: "refusal", status: 500 }, true],
    ["529", { type: "refusal", status: 529 }, true],
    ["400", { type: "refusal", status: 400 }, false],
    ["a connection that breaks", { type: "hang-up" }, true],
  ])("%s is one request and an error that says whether to try again", async (_, reply, retryable) => {
    await using server = await startWireServer({ reply });
    const error = await failure(call(createModelResolver({ env: server.env })(modelId), mode));
    expect(isRetryable(error)).toBe(retryable);
    expect(server.requests).toHaveLength(1);
    expect(server.billed.input).toBe(0);
    const headers = reply.type === "refusal" ? reply.headers : undefined;
    expect(retryAfterMs(error)).toBe(headers ? 7000 : undefined);
    expect(JSON.stringify([error.message, error.stack])).not.toContain("key-of-");
  });

  test("a server that is not there", async () => {
    const env = await (async () => {
      await using server = await startWireServer({ reply: hello });
      return server.env;
    })();
    const error = await failure(call(createModelResolver({ env })(modelId), mode));
    expect(isRetryable(error)).toBe(true);
  });

  test("the place in the run stays here", async () => {
    await using server = await startWireServer({ reply: hello });
    const options = withCallContext(ask(), { cell: "cell-7", block: "planner", ordinal: 0 });
    await call(createModelResolver({ env: server.env })(modelId), mode, options);
    expect(JSON.stringify(server.requests[0])).not.toContain("cell-7");
  });
});

test("a port that Node does not talk to is named, and not tried again", async () => {
  const model = createModelResolver({ env: { OLLAMA_HOST: "127.0.0.1:6000" } })("ollama/qwen3");
  const error = await failure(call(model, "generate"));
  expect(error).toMatchObject({ name: "BlockedPortError", code: "blocked-port" });
  expect(error.message).toBe(
    "Node does not talk to port 6000, at which ollama/qwen3 is asked for (http://127.0.0.1:6000). " +
      "Start the server on another one, and set OLLAMA_HOST to it; trying again will not help.",
  );
  expect(isRetryable(error)).toBe(false);
});

test("a server that is not there is named, with the way to move it, and may be tried again", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const model = createModelResolver({ env: { OLLAMA_HOST: `127.0.0.1:${port}` } })("ollama/qwen3");
  const error = await failure(call(model, "generate"));
  expect(error).toMatchObject({ name: "UnreachableServerError", code: "unreachable-server" });
  expect(error.message).toBe(
    `Nothing answers at http://127.0.0.1:${port} for ollama/qwen3. ` +
      "Check the network, start the server there, or set OLLAMA_HOST to where it is.",
  );
  expect(isRetryable(error)).toBe(true);
});

import type { LanguageModelV4CallOptions, LanguageModelV4Middleware } from "@ai-sdk/provider";
import { extractReasoningMiddleware, wrapLanguageModel } from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import { expect, test, vi } from "vitest";
import { applyMiddleware } from "./apply-middleware.ts";
import type { LanguageModel } from "./language-model.ts";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};
const finishReason = { unified: "stop", raw: "stop" } as const;
const makeModel = () =>
  new MockLanguageModelV4({
    provider: "mock",
    modelId: "m",
    doGenerate: async () => ({ content: [{ type: "text", text: "hi" }], finishReason, usage, warnings: [] }),
    doStream: async () => ({
      stream: simulateReadableStream({ chunks: [{ type: "finish", finishReason, usage }] }),
    }),
  });
const options: LanguageModelV4CallOptions = { prompt: [] };

const middlewares: Record<string, (log: unknown[]) => LanguageModelV4Middleware> = {
  nothing: () => ({ specificationVersion: "v4" }),
  "changed parameters": (log) => ({
    specificationVersion: "v4",
    async transformParams({ type, params, model }) {
      log.push(["transform", type, model.modelId]);
      return { ...params, seed: 7 };
    },
  }),
  "wrapped operations": (log) => ({
    specificationVersion: "v4",
    transformParams: async ({ params }) => ({ ...params, temperature: 1 }),
    async wrapGenerate({ doGenerate, params }) {
      log.push(["generate", params]);
      return { ...(await doGenerate()), content: [] };
    },
    async wrapStream({ doStream, params }) {
      log.push(["stream", params]);
      return doStream();
    },
  }),
  "a stream answered by generating": () => ({
    specificationVersion: "v4",
    async wrapStream({ doGenerate }) {
      const result = await doGenerate();
      return {
        stream: simulateReadableStream({ chunks: [{ type: "finish", finishReason, usage: result.usage }] }),
      };
    },
  }),
  overrides: () => ({
    specificationVersion: "v4",
    overrideProvider: ({ model }) => `${model.provider}-2`,
    overrideModelId: ({ model }) => `${model.modelId}-2`,
    overrideSupportedUrls: () => ({ "image/*": [/x/] }),
  }),
};

test.each(Object.keys(middlewares))("does what wrapLanguageModel does with %s", async (name) => {
  const outcomes = await Promise.all(
    [
      (model: LanguageModel, middleware: LanguageModelV4Middleware) => applyMiddleware(model, middleware),
      (model: LanguageModel, middleware: LanguageModelV4Middleware) =>
        wrapLanguageModel({ model, middleware }),
    ].map(async (wrap) => {
      const log: unknown[] = [];
      const inner = makeModel();
      const model = wrap(inner, middlewares[name]!(log));
      const generated = await model.doGenerate(options);
      const streamed: unknown[] = [];
      for await (const part of (await model.doStream(options)).stream) streamed.push(part);
      return {
        log,
        generated,
        streamed,
        names: [model.provider, model.modelId, await model.supportedUrls, model.specificationVersion],
        calls: [inner.doGenerateCalls, inner.doStreamCalls],
      };
    }),
  );
  expect(outcomes[0]).toEqual(outcomes[1]);
});

test("keeps price and simulated, and looks at the urls only when asked", async () => {
  const urls = vi.fn(() => ({}));
  const price = { input: 1, output: 2 };
  const inner: LanguageModel = {
    specificationVersion: "v4",
    provider: "mock",
    modelId: "m",
    price,
    simulated: true,
    get supportedUrls() {
      return urls();
    },
    doGenerate: makeModel().doGenerate,
    doStream: makeModel().doStream,
  };
  const wrapped = applyMiddleware(inner, { specificationVersion: "v4" });
  expect(wrapped).toMatchObject({ price, simulated: true });
  await wrapped.doGenerate(options);
  expect(urls).not.toHaveBeenCalled();
  expect(await wrapped.supportedUrls).toEqual({});
});

test("middleware of the ai package is taken as it is, types included: thoughts before a text are no part of it", async () => {
  const text = "<think>\n3 × 4 …\n</think>It is 12.";
  const thinking = new MockLanguageModelV4({
    doGenerate: async () => ({ content: [{ type: "text", text }], finishReason, usage, warnings: [] }),
  });
  const { content } = await applyMiddleware(
    thinking,
    extractReasoningMiddleware({ tagName: "think" }),
  ).doGenerate(options);
  expect(content.flatMap((part) => (part.type === "text" ? [part.text] : []))).toEqual(["It is 12."]);
});

import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { MockLanguageModelV4 } from "ai/test";
import { expect, test, vi } from "vitest";
import { withCallContext } from "./call-context.ts";
import { lazyModel } from "./lazy-model.ts";

const options = { prompt: [] };
const result = {
  content: [],
  finishReason: { unified: "stop" as const, raw: undefined },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
  warnings: [],
};

test("loads at the first call, once, and passes calls on without their place in the run", async () => {
  const inner = new MockLanguageModelV4({
    doGenerate: async () => result,
    supportedUrls: { "image/*": [/x/] },
  });
  const load = vi.fn(async () => inner);
  const model = lazyModel({ provider: "p", modelId: "m", load });
  expect(load).not.toHaveBeenCalled();
  const withContext = withCallContext(
    { ...options, providerOptions: { acme: { a: 1 } } },
    { cell: "c", ordinal: 0 },
  );
  await Promise.all([model.doGenerate(withContext), model.doGenerate(options)]);
  expect(await model.supportedUrls).toEqual({ "image/*": [/x/] });
  expect(load).toHaveBeenCalledTimes(1);
  expect(inner.doGenerateCalls[0]?.providerOptions).toEqual({ acme: { a: 1 } });
});

test("an error of a call is told in the words of whoever can explain it", async () => {
  const inner = new MockLanguageModelV4({ doGenerate: () => Promise.reject(new Error("E42")) });
  const explain = (error: unknown) => new Error(`It said ${(error as Error).message}.`);
  const model = lazyModel({ provider: "p", modelId: "m", load: async () => inner, explain });
  await expect(model.doGenerate(options)).rejects.toThrow("It said E42.");
});

test("a load that failed is reported by the call and tried again by the next", async () => {
  const load = vi
    .fn(async () => new MockLanguageModelV4({ doGenerate: async () => result }))
    .mockRejectedValueOnce(new Error("broken package"));
  const model = lazyModel({ provider: "p", modelId: "m", load });
  await expect(model.doGenerate(options)).rejects.toThrow("broken package");
  expect(await model.doGenerate(options)).toBe(result);
});

test("so is an error that a stream reports, or breaks with, and leaving it is passed on", async () => {
  let cancelled: unknown;
  const source = () =>
    new ReadableStream<LanguageModelV4StreamPart>(
      {
        start: (controller) => controller.enqueue({ type: "error", error: new Error("E1") }),
        pull: (controller) => controller.error(new Error("E2")),
        cancel: (reason) => {
          cancelled = reason;
        },
      },
      { highWaterMark: 0 },
    );
  const inner = new MockLanguageModelV4({ doStream: async () => ({ stream: source() }) });
  const explain = (error: unknown) => new Error(`It said ${(error as Error).message}.`);
  const model = lazyModel({ provider: "p", modelId: "m", load: async () => inner, explain });
  const reader = (await model.doStream(options)).stream.getReader();
  expect(await reader.read()).toMatchObject({ value: { type: "error", error: { message: "It said E1." } } });
  await expect(reader.read()).rejects.toThrow("It said E2.");
  await (await model.doStream(options)).stream.cancel("enough");
  expect(cancelled).toBe("enough");
});

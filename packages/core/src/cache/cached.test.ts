import { mkdtempDisposable, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { generateText, streamText, wrapLanguageModel } from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import { describe, expect, test } from "vitest";
import { withCallContext } from "../model/call-context.ts";
import { resultToStream } from "../model/result-to-stream.ts";
import { CacheMissError } from "./cache-miss-error.ts";
import { type CacheMode, cached } from "./cached.ts";
import { createFileCache } from "./file-cache.ts";
import { createMemoryCache } from "./memory-cache.ts";
import type { ResponseCache } from "./response-cache.ts";

const call: LanguageModelV4CallOptions = {
  prompt: [{ role: "user", content: [{ type: "text", text: "hello" }] }],
};
const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 3, text: 3, reasoning: 0 },
};

function answer(text: string): LanguageModelV4GenerateResult {
  return {
    content: [{ type: "text", text }],
    finishReason: { unified: "stop", raw: "end_turn" },
    usage,
    providerMetadata: { test: { cost: 0.5 } },
    request: { url: "https://example.test/", body: { apiKey: "sk-secret" } },
    response: {
      id: "r1",
      modelId: "mock",
      timestamp: new Date(0),
      headers: { "set-cookie": "sk-secret" },
      body: "sk-secret",
    },
    warnings: [],
  };
}

/** A model that numbers its answers, so that a hit can be told from a call. */
function counting() {
  let calls = 0;
  const next = () => answer(`answer ${++calls}`);
  const model = new MockLanguageModelV4({
    modelId: "mock",
    doGenerate: async () => next(),
    doStream: async () => ({ stream: resultToStream(next()) }),
  });
  return { model, calls: () => calls };
}

const over = (model: MockLanguageModelV4, cache: ResponseCache, mode: CacheMode = "use") =>
  wrapLanguageModel({ model, middleware: cached(cache, { mode }) });

const textOf = (result: LanguageModelV4GenerateResult) => (result.content[0] as { text: string }).text;

async function partsOf(stream: ReadableStream<LanguageModelV4StreamPart>) {
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

const streamedText = (parts: LanguageModelV4StreamPart[]) =>
  parts.map((part) => (part.type === "text-delta" ? part.delta : "")).join("");

describe("in use", () => {
  test("the second time is answered without a call, marked, with the usage as recorded", async () => {
    const { model, calls } = counting();
    const wrapped = over(model, createMemoryCache());
    const first = await wrapped.doGenerate(call);
    const second = await wrapped.doGenerate(call);
    expect(calls()).toBe(1);
    expect(first.providerMetadata).toEqual({ test: { cost: 0.5 } });
    expect(second.providerMetadata).toEqual({ test: { cost: 0.5 }, x: { cached: true } });
    expect(second.content).toEqual(first.content);
    expect(second.usage).toEqual(usage);
    expect(second.finishReason).toEqual(first.finishReason);
    expect(second.response).toEqual({ id: "r1", modelId: "mock", timestamp: new Date(0) });
  });

  test("another request, cell, block or ordinal is a call of its own", async () => {
    const { model, calls } = counting();
    const wrapped = over(model, createMemoryCache());
    const places = [
      {},
      { cell: "1" },
      { cell: "2" },
      { cell: "2", block: "b" },
      { cell: "2", block: "b", ordinal: 1 },
    ];
    for (const place of places) await wrapped.doGenerate(withCallContext(call, place));
    await wrapped.doGenerate({ ...call, temperature: 1 });
    expect(calls()).toBe(6);
    for (const place of places) await wrapped.doGenerate(withCallContext(call, place));
    expect(calls()).toBe(6);
  });

  test("models of two providers do not share answers", async () => {
    const cache = createMemoryCache();
    const a = new MockLanguageModelV4({ provider: "a", modelId: "same", doGenerate: answer("from a") });
    const b = new MockLanguageModelV4({ provider: "b", modelId: "same", doGenerate: answer("from b") });
    await over(a, cache).doGenerate(call);
    expect(textOf(await over(b, cache).doGenerate(call))).toBe("from b");
  });

  test("a stream is recorded when it is over and played as a stream", async () => {
    const { model, calls } = counting();
    const wrapped = over(model, createMemoryCache());
    const first = await partsOf((await wrapped.doStream(call)).stream);
    const second = await partsOf((await wrapped.doStream(call)).stream);
    expect(calls()).toBe(1);
    expect(streamedText(second)).toBe(streamedText(first));
    expect(second.at(-1)).toMatchObject({
      type: "finish",
      usage,
      providerMetadata: { test: { cost: 0.5 }, x: { cached: true } },
    });
  });

  test("a stream answers a plain call and the other way round", async () => {
    const one = counting();
    const streamFirst = over(one.model, createMemoryCache());
    await partsOf((await streamFirst.doStream(call)).stream);
    expect(textOf(await streamFirst.doGenerate(call))).toBe("answer 1");
    expect(one.calls()).toBe(1);

    const two = counting();
    const plainFirst = over(two.model, createMemoryCache());
    await plainFirst.doGenerate(call);
    expect(streamedText(await partsOf((await plainFirst.doStream(call)).stream))).toBe("answer 1");
    expect(two.calls()).toBe(1);
  });

  test("works under generateText and streamText", async () => {
    const { model, calls } = counting();
    const wrapped = over(model, createMemoryCache());
    expect((await generateText({ model: wrapped, prompt: "hello" })).text).toBe("answer 1");
    const again = await generateText({ model: wrapped, prompt: "hello" });
    expect(again.text).toBe("answer 1");
    expect(again.providerMetadata?.x).toEqual({ cached: true });
    expect(await streamText({ model: wrapped, prompt: "hello" }).text).toBe("answer 1");
    expect(calls()).toBe(1);
  });

  test("files come back as they were", async () => {
    const data = new Uint8Array([0, 255, 7]);
    const model = new MockLanguageModelV4({
      doGenerate: {
        ...answer(""),
        content: [
          { type: "file", mediaType: "image/png", data: { type: "data", data } },
          {
            type: "file",
            mediaType: "image/png",
            data: { type: "url", url: new URL("https://example.test/a") },
          },
        ],
      },
    });
    const wrapped = over(model, createMemoryCache());
    const first = await wrapped.doGenerate(call);
    expect((await wrapped.doGenerate(call)).content).toEqual(first.content);
    expect(model.doGenerateCalls).toHaveLength(1);
  });
});

describe("never recorded is", () => {
  test.each(["error", "interrupted"] as const)("an answer that finished with %s", async (unified) => {
    let calls = 0;
    const model = new MockLanguageModelV4({
      doGenerate: async () => {
        calls++;
        return { ...answer("half"), finishReason: { unified, raw: undefined } };
      },
    });
    const wrapped = over(model, createMemoryCache());
    await wrapped.doGenerate(call);
    await wrapped.doGenerate(call);
    expect(calls).toBe(2);
  });

  test("a failure", async () => {
    let calls = 0;
    const model = new MockLanguageModelV4({
      doGenerate: async () => {
        if (++calls === 1) throw new Error("overloaded");
        return answer("fine");
      },
    });
    const wrapped = over(model, createMemoryCache());
    await expect(wrapped.doGenerate(call)).rejects.toThrow("overloaded");
    expect(textOf(await wrapped.doGenerate(call))).toBe("fine");
  });

  const cutStreams: [string, LanguageModelV4StreamPart[]][] = [
    ["a stream without a finish", [{ type: "text-start", id: "0" }]],
    [
      "a stream with an error in it",
      [
        { type: "error", error: new Error("broke") },
        { type: "finish", usage, finishReason: { unified: "stop", raw: "stop" } },
      ],
    ],
  ];
  test.each(cutStreams)("%s", async (_, chunks) => {
    const model = new MockLanguageModelV4({
      doStream: async () => ({ stream: simulateReadableStream({ chunks }) }),
    });
    const wrapped = over(model, createMemoryCache());
    await partsOf((await wrapped.doStream(call)).stream);
    await partsOf((await wrapped.doStream(call)).stream);
    expect(model.doStreamCalls).toHaveLength(2);
  });

  test("a stream that its reader left, or that was aborted on the way", async () => {
    const { model, calls } = counting();
    const wrapped = over(model, createMemoryCache());
    const left = (await wrapped.doStream(call)).stream.getReader();
    await left.read();
    await left.cancel();

    const reason = new Error("aborted");
    const broken = new MockLanguageModelV4({
      doStream: async () => ({
        stream: resultToStream(answer("long"), {
          beforePart: async (index, parts) => {
            if (index === parts - 1) throw reason;
          },
        }),
      }),
    });
    const cache = createMemoryCache();
    await expect(partsOf((await over(broken, cache).doStream(call)).stream)).rejects.toBe(reason);
    await expect(over(broken, cache, "replay").doGenerate(call)).rejects.toThrow(CacheMissError);

    await wrapped.doGenerate(call);
    expect(calls()).toBe(2);
  });
});

describe("in replay", () => {
  test("only recorded answers are given; a miss says what to do and calls nothing", async () => {
    const { model, calls } = counting();
    const cache = createMemoryCache();
    await over(model, cache).doGenerate(call);
    const replay = over(model, cache, "replay");
    expect(textOf(await replay.doGenerate(call))).toBe("answer 1");
    const other = withCallContext(call, { cell: "s/t/1", block: "team/writer", ordinal: 2 });
    for (const attempt of [replay.doGenerate(other), replay.doStream(other)]) {
      const error = await Promise.resolve(attempt).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(CacheMissError);
      expect(error).toMatchObject({ code: "cache-miss", retryable: false, blockName: "team/writer" });
      expect((error as Error).message).toMatch(
        /^No answer of mock is recorded for this call by block "team\/writer", call 2, in cell "s\/t\/1" \(key [0-9a-f]{12}…\): .*Run once with the cache in use/,
      );
    }
    expect(calls()).toBe(1);
  });
});

test("refresh asks again and records over what is there", async () => {
  const { model } = counting();
  const cache = createMemoryCache();
  await over(model, cache).doGenerate(call);
  expect(textOf(await over(model, cache, "refresh").doGenerate(call))).toBe("answer 2");
  expect(textOf(await over(model, cache, "replay").doGenerate(call))).toBe("answer 2");
});

test("an aborted call is not answered from the cache", async () => {
  const { model } = counting();
  const wrapped = over(model, createMemoryCache());
  await wrapped.doGenerate(call);
  const reason = new Error("enough");
  const aborted = { ...call, abortSignal: AbortSignal.abort(reason) };
  await expect(wrapped.doGenerate(aborted)).rejects.toBe(reason);
});

test("a cache that fails is warned about and left out", async () => {
  const { model, calls } = counting();
  const warnings: string[] = [];
  const cache: ResponseCache = {
    get: async () => Promise.reject(new Error("disk gone")),
    put: async () => Promise.reject(new Error("disk full")),
  };
  const onWarning = (message: string) => warnings.push(message);
  const use = wrapLanguageModel({ model, middleware: cached(cache, { mode: "use", onWarning }) });
  expect(textOf(await use.doGenerate(call))).toBe("answer 1");
  expect(warnings).toEqual([expect.stringContaining("disk gone"), expect.stringContaining("disk full")]);
  const replay = wrapLanguageModel({ model, middleware: cached(cache, { mode: "replay", onWarning }) });
  await expect(replay.doGenerate(call)).rejects.toThrow(CacheMissError);
  expect(calls()).toBe(1);
});

test("no key and no header gets into an entry", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "cached-"));
  const { model } = counting();
  const wrapped = over(model, createFileCache(folder.path));
  const secret = { ...call, headers: { authorization: "Bearer sk-secret" } };
  await wrapped.doGenerate(secret);
  await partsOf((await wrapped.doStream({ ...secret, temperature: 1 })).stream);
  const files = (await readdir(folder.path, { recursive: true })).filter((name) => name.endsWith(".json"));
  expect(files).toHaveLength(2);
  for (const file of files) {
    const text = await readFile(join(folder.path, file), "utf8");
    expect(text).toContain("answer");
    expect(text).not.toContain("sk-secret");
  }
});

test.each(["reply", "USE", "", null, undefined])("%j is no mode", (mode) => {
  expect(() => cached(createMemoryCache(), { mode: mode as never })).toThrow(
    expect.objectContaining({
      code: "invalid-cache-mode",
      message: expect.stringMatching(/^There is no cache mode .*\. Give one of use, replay, refresh\.$/),
    }),
  );
});

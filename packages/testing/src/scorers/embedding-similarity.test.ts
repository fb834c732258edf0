import { createAccount, createPriceTable } from "@flow-state-dev/core";
import { MockEmbeddingModelV4 } from "ai/test";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cosine } from "./cosine.ts";
import type { EmbedFunction } from "./embed.ts";
import { embeddingSimilarity } from "./embedding-similarity.ts";
import { runScorers } from "./run-scorers.ts";

const vectors = new Map([
  ["cat", [1, 0]],
  ["kitten", [0.8, 0.6]],
  ["car", [0, 1]],
  ["anti-cat", [-1, 0]],
  ["nothing", [0, 0]],
  ["broken", [Number.NaN, 0]],
  ["longer", [1, 0, 0]],
]);
const embed: EmbedFunction = async (texts) => texts.map((text) => vectors.get(text) ?? []);
const score = (output: unknown, expected?: unknown) =>
  runScorers([embeddingSimilarity({ embed })], {
    output,
    input: "",
    ...(expected !== undefined && { expected }),
  });

test.each([
  ["cat", 1, true],
  ["kitten", 0.8, true],
  ["car", 0, false],
  ["anti-cat", 0, false],
  ["  ", 0, false],
])("%s is like a cat: %d", async (output, similarity, passed) => {
  const [outcome] = (await score(output, "cat")).outcomes;
  expect(outcome).toMatchObject({ ok: true, passed });
  expect(outcome?.ok && outcome.score).toBeCloseTo(similarity, 12);
});

test.each([
  ["nothing", /zero/],
  ["broken", /no number/],
  ["longer", /3 numbers, the other 2/],
])("a vector such as that of %s costs the score", async (output, reason) => {
  expect(Object.values((await score(output, "cat")).errors)[0]).toMatch(reason);
});

test("a wrong number of vectors and a missing reference cost the score", async () => {
  const short = embeddingSimilarity({ embed: async () => [[1, 0]] });
  const { errors } = await runScorers([short], { output: "cat", input: "", expected: "cat" });
  expect(Object.values(errors)[0]).toMatch(/2 were asked for and 1 came/);
  expect(Object.values((await score("cat")).errors)[0]).toMatch(/no expected/);
  expect(() => embeddingSimilarity({ embed, threshold: 2 })).toThrow(/threshold is 2/);
});

test.each([
  ["an id", "openai/text-embedding-3-small", '"openai/text-embedding-3-small"'],
  ["nothing", undefined, "undefined"],
])("%s in place of a model is refused", (_, embed, said) => {
  expect(() => embeddingSimilarity({ embed: embed as never })).toThrow(
    `its embed is ${said}, which is neither a function nor an embedding model of the AI SDK`,
  );
});

describe("with an embedding model of the AI SDK", () => {
  const prices = createPriceTable({ overrides: { "test/small": { input: 1, output: 0 } } });
  const model = (answer: ConstructorParameters<typeof MockEmbeddingModelV4>[0]) =>
    new MockEmbeddingModelV4({
      ...{ provider: "test.embedding", modelId: "small", maxEmbeddingsPerCall: 2, ...answer },
    });
  const run = (embedder: MockEmbeddingModelV4, signal?: AbortSignal) => {
    const account = createAccount({ name: "cell" });
    const args = { output: "kitten", input: "", expected: "cat", context: { account, prices } };
    const results = runScorers([embeddingSimilarity({ embed: embedder })], {
      ...args,
      ...(signal && { signal }),
    });
    return { account, results };
  };

  test("it is asked once for both, and the call is in the books", async () => {
    const embeddings = [
      [0.8, 0.6],
      [1, 0],
    ];
    const embedder = model({ doEmbed: { embeddings, usage: { tokens: 500 }, warnings: [] } });
    const { account, results } = run(embedder);
    expect((await results).outcomes).toMatchObject([{ ok: true, costUsd: 0.0005 }]);
    expect(embedder.doEmbedCalls.map(({ values }) => values)).toEqual([["kitten", "cat"]]);
    expect(account).toMatchObject({ calls: 1, openCalls: 0, spentUsd: 0.0005, usage: { inputTokens: 500 } });
  });

  test("one that takes a text at a time is asked for each, and both calls are in the books", async () => {
    const embedder = model({
      maxEmbeddingsPerCall: 1,
      async doEmbed({ values }) {
        return { embeddings: values.map((text) => vectors.get(text)!), usage: { tokens: 500 }, warnings: [] };
      },
    });
    const { account, results } = run(embedder);
    expect((await results).outcomes).toMatchObject([{ ok: true, score: 0.8, costUsd: 0.001 }]);
    expect(embedder.doEmbedCalls.map(({ values }) => values)).toEqual([["kitten"], ["cat"]]);
    expect(account).toMatchObject({ calls: 2, openCalls: 0, spentUsd: 0.001 });
  });

  test("a call that fails costs the score and no money", async () => {
    const embedder = model({ doEmbed: () => Promise.reject(new Error("overloaded")) });
    const { account, results } = run(embedder);
    expect(Object.values((await results).errors)).toEqual(["overloaded"]);
    expect(account).toMatchObject({ calls: 1, openCalls: 0, spentUsd: 0 });
  });

  test.each([
    ["a connection that broke off", { code: "ECONNRESET" }],
    ["an answer that cannot be read", { statusCode: 200, responseBody: '{"data": [' }],
  ])("%s is in the books with what was sent", async (_, facts) => {
    const embedder = model({ doEmbed: () => Promise.reject(Object.assign(new Error("broken"), facts)) });
    const account = createAccount({ name: "cell" });
    const context = { account, prices, pause: async () => {} };
    const args = { output: "kitten", input: "", expected: "cat", context };
    const { errors } = await runScorers([embeddingSimilarity({ embed: embedder })], args);
    expect(Object.values(errors)).toEqual(["broken"]);
    // Nine bytes, about three tokens, each of three times.
    expect(account).toMatchObject({ calls: 3, openCalls: 0 });
    expect(account.spentUsd).toBeCloseTo(0.000009, 12);
  });

  const embeddings = [
    [0.8, 0.6],
    [1, 0],
  ];
  const busy = (isRetryable = true) =>
    Object.assign(new Error("Slow down."), {
      ...{ statusCode: isRetryable ? 429 : 400, isRetryable, responseHeaders: { "retry-after": "2" } },
    });

  test("a call that the provider turns away is made again when it asks to, three times in all", async () => {
    const waits: number[] = [];
    const score = (failures: unknown[]) => {
      const account = createAccount({ name: "cell" });
      const embedder = model({
        async doEmbed() {
          if (failures.length > 0) throw failures.shift();
          return { embeddings, usage: { tokens: 500 }, warnings: [] };
        },
      });
      const pause = async (ms: number) => void waits.push(ms);
      const args = { output: "kitten", input: "", expected: "cat", context: { account, prices, pause } };
      return { account, results: runScorers([embeddingSimilarity({ embed: embedder })], args) };
    };
    const { account, results } = score([busy(), busy()]);
    expect((await results).outcomes).toMatchObject([{ ok: true, costUsd: 0.0005 }]);
    expect(account).toMatchObject({ calls: 3, spentUsd: 0.0005 });
    expect(waits).toEqual([2000, 2000]);
    const lost = score([busy(), busy(), busy()]);
    expect((await lost.results).outcomes).toMatchObject([{ ok: false, reason: "Slow down." }]);
    const refused = score([busy(false)]);
    expect((await refused.results).outcomes).toMatchObject([{ ok: false }]);
    expect(refused.account.calls).toBe(1);
  });

  test.each([undefined, 0, -5, 1e12])("a count of %s tokens is none, and estimated", async (tokens) => {
    const usage = { usage: { tokens } } as { usage: { tokens: number } };
    const charged: unknown[] = [];
    const ledger = { opened: () => {}, charged: (charge: unknown) => void charged.push(charge) };
    const context = { account: createAccount({ name: "cell", ledger }), prices };
    const embedder = model({ doEmbed: { embeddings, ...usage, warnings: [] } });
    const args = { output: "kitten", input: "", expected: "cat", context };
    await runScorers([embeddingSimilarity({ embed: embedder })], args);
    expect(charged).toMatchObject([
      { usageKnown: "estimated", usage: { inputTokens: 3 }, costUsd: 0.000003 },
    ]);
  });

  test("an answer without vectors, or with one that is none, says so", async () => {
    for (const [came, answer] of [
      [0, { usage: { tokens: 5 } }],
      [1, { embeddings: [[1, 0], null] }],
    ] as const) {
      const { results } = run(model({ doEmbed: answer as never }));
      expect(Object.values((await results).errors)[0]).toMatch(`2 were asked for and ${came} came`);
    }
  });

  test("a call that is cut off ends in one charge too", async () => {
    const stop = new AbortController();
    const embedder = model({
      doEmbed: ({ abortSignal }) =>
        new Promise((_, reject) => {
          abortSignal?.addEventListener("abort", () => reject(new Error("cut")));
          stop.abort();
        }),
    });
    const { account, results } = run(embedder, stop.signal);
    expect((await results).outcomes).toMatchObject([{ ok: false, aborted: true }]);
    await expect.poll(() => account.openCalls).toBe(0);
    expect(account.calls).toBe(1);
    expect(account.spentUsd).toBeGreaterThan(0);
  });
});

test("the cosine does not depend on lengths, however small or large", () => {
  const part = fc.double({ min: -1, max: 1, noNaN: true });
  const vector = fc
    .array(part, { minLength: 3, maxLength: 3 })
    .filter((each) => each.some((x) => Math.abs(x) > 1e-3));
  const scale = fc.constantFrom(1e-200, 1e-3, 1, 7, 1e200);
  fc.assert(
    fc.property(vector, vector, scale, scale, (a, b, s, t) => {
      const plain = cosine(a, b);
      expect(
        cosine(
          a.map((x) => x * s),
          b.map((x) => x * t),
        ),
      ).toBeCloseTo(plain, 9);
      expect(cosine(b, a)).toBeCloseTo(plain, 12);
      expect(cosine(a, a)).toBeCloseTo(1, 12);
    }),
  );
});

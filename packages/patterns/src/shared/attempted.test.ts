import { generator, runBlock } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { z } from "zod";
import { attempted } from "./attempted.ts";

const asking = (generate: () => Promise<object>, schema?: z.ZodType) =>
  attempted(
    generator({
      name: "ask",
      model: { modelId: "plain/model", price: { input: 1, output: 1 }, generate },
      ...(schema && { outputSchema: schema }),
    }),
  );
const run = (block: ReturnType<typeof asking>) => runBlock(block, "Why?", { pause: () => Promise.resolve() });

test("what works is given out as such", async () => {
  const result = await run(asking(async () => ({ text: "Because" })));
  expect(result).toMatchObject({ ok: true, output: { ok: true, output: "Because" } });
});

test.each([
  ["nothing at all", async () => ({}), "empty-answer"],
  ["no answer", async () => ({ text: "" }), "no-answer"],
  ["a filtered answer", async () => ({ text: "…", finishReason: "content-filter" }), "content-filtered"],
])("%s is data", async (_, generate, code) => {
  expect(await run(asking(generate))).toMatchObject({ ok: true, output: { ok: false, error: { code } } });
});

test("an answer that does not fit is data", async () => {
  const result = await run(asking(async () => ({ text: "no JSON" }), z.object({ n: z.number() })));
  expect(result).toMatchObject({
    ok: true,
    output: { ok: false, error: { code: "output-validation-error" } },
  });
});

const fault = (message: string, facts: object = {}) => Object.assign(new Error(message), facts);

test("a request that the provider refuses for what it says or for its length is data", async () => {
  for (const statusCode of [400, 413, 422]) {
    const refused = fault("This prompt is too long.", { statusCode });
    const result = await run(asking(() => Promise.reject(refused)));
    expect(result).toMatchObject({ ok: true, output: { ok: false, error: refused } });
  }
});

test.each([
  ["an outage", fault("overloaded", { statusCode: 503 })],
  ["a refused key", fault("refused", { statusCode: 401 })],
  ["a model that there is none of", fault("who?", { statusCode: 404 })],
  ["a way of asking that the model does not know", fault("no response_format", { statusCode: 400 })],
  ["an error that does not say what it is", fault("odd")],
])("%s stays an error", async (_, thrown) => {
  const result = await run(asking(() => Promise.reject(thrown)));
  expect(!result.ok && result.error).toBe(thrown);
});

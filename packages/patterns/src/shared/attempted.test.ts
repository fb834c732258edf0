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

test("an outage and a refused key stay errors", async () => {
  for (const statusCode of [503, 401]) {
    const fault = Object.assign(new Error("refused"), { statusCode });
    const result = await run(asking(() => Promise.reject(fault)));
    expect(!result.ok && result.error).toBe(fault);
  }
});

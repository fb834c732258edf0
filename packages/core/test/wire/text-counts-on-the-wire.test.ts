// Servers that only resemble a provider's write their counts as texts; the packages of the providers refuse such
// answers.
import { describe, expect, test } from "vitest";
import type { WireAnswer } from "./wire.ts";
import { ask, call, meteredWire, wireCases } from "./wire-cases.ts";

const text = ["Yes, ", "it is."];
const everyCase = wireCases.flatMap((each) =>
  (["generate", "stream"] as const).map((mode) => ({ ...each, mode, name: `${each.wire}, ${mode}` })),
);
const counts = /"(\w*(?:[Tt]okens|TokenCount))":(\d+)/g;

/** What a server of this wire sends, with every count as `write` writes it. */
async function bodyOf(modelId: string, mode: "generate" | "stream", answer: WireAnswer, write: string) {
  const sent: string[] = [];
  await using metered = await meteredWire(modelId, answer);
  const { fetch } = globalThis;
  globalThis.fetch = async (...args) => {
    const response = await fetch(...args);
    sent.push(await response.clone().text());
    return response;
  };
  try {
    await call(metered.model, mode);
  } finally {
    globalThis.fetch = fetch;
  }
  const body = sent[0]!.replaceAll(counts, write);
  expect(body).not.toBe(sent[0]);
  return body;
}

describe.each(everyCase)("$name", ({ modelId, mode, usage, costUsd }) => {
  const answer: WireAnswer = { type: "answer", text, usage };

  test("counts that are texts of digits are numbers", async () => {
    const body = await bodyOf(modelId, mode, answer, '"$1":"$2"');
    await using metered = await meteredWire(modelId, { type: "garbage", body });
    const { text: said, errors } = await call(metered.model, mode);
    expect([said, errors]).toEqual(["Yes, it is.", []]);
    expect(metered.charges).toMatchObject([{ status: "complete", usageKnown: "reported" }]);
    expect(metered.charges[0]!.usage).toMatchObject({
      ...{ inputTokens: usage.input, outputTokens: usage.output, cacheReadTokens: usage.cacheRead },
    });
    expect(metered.charges[0]!.costUsd).toBeCloseTo(costUsd, 9);
  });

  test.each(["about $2", "-$2", "$2.5e1", " $2", ""])(
    "a count of %j is unknown, and the answer is there",
    async (written) => {
      const body = await bodyOf(modelId, mode, answer, `"$1":"${written}"`);
      await using metered = await meteredWire(modelId, { type: "garbage", body });
      const { text: said, errors } = await call(metered.model, mode);
      expect([said, errors]).toEqual(["Yes, it is.", []]);
      expect(metered.charges).toMatchObject([{ status: "complete", usageKnown: "estimated" }]);
      expect(metered.charges[0]!.usage.outputTokens).toBeLessThan(100);
    },
  );
});

test("an answer that breaks off while it is read has broken off", async () => {
  const answer: WireAnswer = {
    type: "answer",
    text,
    usage: { input: 9, output: 3 },
    ending: { type: "cut", after: 2 },
  };
  for (const mode of ["generate", "stream"] as const) {
    await using metered = await meteredWire("openai-chat/gpt-4o", answer);
    const error = await call(metered.model, mode, ask()).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: "connection-cut" });
    expect(metered.charges).toMatchObject([{ status: "failed", usageKnown: "estimated" }]);
  }
});

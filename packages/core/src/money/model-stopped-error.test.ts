import { expect, test } from "vitest";
import { generator } from "../blocks/generator/generator.ts";
import { handler } from "../blocks/handler.ts";
import { runBlock } from "../blocks/run-block.ts";
import { isRetryable } from "../model/retryable.ts";

const abort = () => new DOMException("This operation was aborted", "AbortError");

test.each([false, true])(
  "a call that its model breaks off by itself may be made again, streamed: %s",
  async (stream) => {
    let asked = 0;
    const answer = async () => {
      asked += 1;
      if (asked === 1) throw abort();
      return { text: "Hello." };
    };
    const model = {
      ...{ modelId: "lab/m", price: { input: 1, output: 1 }, generate: answer },
      async *stream() {
        yield { type: "finish" as const, fullResult: await answer() };
      },
    };
    const block = generator({ name: "g", model, stream, retry: { baseDelayMs: 1 } });
    const result = await runBlock(block, "Hello?");
    expect(result).toMatchObject({ ok: true, output: "Hello." });
    expect(result.charges).toMatchObject([
      { status: "failed", error: { code: "model-stopped", retryable: true } },
      { status: "complete" },
    ]);
  },
);

test("what is told when it does not help", async () => {
  const model = { modelId: "lab/m", generate: () => Promise.reject(abort()) };
  const result = await runBlock(generator({ name: "g", model, retry: { maxAttempts: 1 } }), "Hello?");
  expect(result).toMatchObject({
    ...{ ok: false, aborted: false },
    error: {
      message:
        "lab/m broke off its own call (This operation was aborted). Trying again may help; else raise the time limit that it sets itself.",
    },
  });
});

test("a call that whoever made it breaks off is no such", async () => {
  const model = {
    modelId: "lab/m",
    generate: ({ signal }: { signal?: AbortSignal }) =>
      new Promise<never>((_, reject) => signal!.addEventListener("abort", () => reject(abort()))),
  };
  const block = handler({
    name: "asks",
    execute: async (_: unknown, ctx) =>
      await ctx.resolveModel("lab/m").doGenerate({ prompt: [], abortSignal: AbortSignal.abort(abort()) }),
  });
  const result = await runBlock(block, "x", { modelResolver: () => model });
  if (result.ok) throw new Error("It did not fail.");
  expect([result.error.name, isRetryable(result.error)]).toEqual(["AbortError", false]);
});

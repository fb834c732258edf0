import { describe, expect, test } from "vitest";
import { handler } from "../blocks/handler.ts";
import { runBlock } from "../blocks/run-block.ts";
import { toErrorRecord } from "../errors/error-record.ts";
import type { GeneratorModel } from "./generator-model.ts";
import { isRetryable } from "./retryable.ts";

const timeOut = () => new DOMException("The operation was aborted due to timeout", "TimeoutError");
const ask = (model: GeneratorModel, signal?: AbortSignal) =>
  handler({
    name: "asks",
    execute: async (_: unknown, ctx) => {
      const resolved = ctx.resolveModel(model.modelId);
      const options = { prompt: [], ...(signal && { abortSignal: signal }) };
      return (await resolved.doGenerate(options)).content;
    },
  });
const failed = async (model: GeneratorModel, signal?: AbortSignal) => {
  const ran = await runBlock(ask(model, signal), "x", { modelResolver: () => model });
  if (ran.ok) throw new Error("It did not fail.");
  return ran;
};

describe("a time-out", () => {
  test.each([
    ["as fetch throws it", timeOut],
    [
      "as the packages of AWS do",
      () => Object.assign(new Error("No."), { name: "TimeoutError", $metadata: {} }),
    ],
    ["in an error of the model's own", () => new Error("The lab is silent.", { cause: timeOut() })],
  ])("of a model, %s, may pass", async (_, make) => {
    const error = make();
    expect(isRetryable(error)).toBe(false);
    const ran = await failed({ modelId: "lab/m", generate: () => Promise.reject(error) });
    expect(isRetryable(ran.error)).toBe(true);
    expect(ran.charges).toMatchObject([{ error: { retryable: true } }]);
    expect(toErrorRecord(timeOut())).not.toHaveProperty("retryable");
  });

  test("that whoever asked has set stays its own", async () => {
    const ran = await failed(
      {
        modelId: "lab/m",
        generate: ({ signal }) =>
          new Promise((_, reject) => signal!.addEventListener("abort", () => reject(signal!.reason))),
      },
      AbortSignal.timeout(5),
    );
    expect(isRetryable(ran.error)).toBe(false);
  });
});

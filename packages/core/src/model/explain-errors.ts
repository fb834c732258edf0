import type { LanguageModelV4Middleware, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { withoutError } from "./error-in-answer.ts";

type Part = LanguageModelV4StreamPart;

/**
 * Middleware that says every error of a call in other words: thrown, taken for an answer, reported within its stream,
 * or ending it.
 */
export function explainErrors(explain: (error: unknown) => unknown): LanguageModelV4Middleware {
  const explained = async <T>(work: () => PromiseLike<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw explain(error);
    }
  };
  return {
    specificationVersion: "v4",
    wrapGenerate: ({ doGenerate }) => explained(async () => withoutError(await doGenerate())),
    async wrapStream({ doStream }) {
      const result = await explained(doStream);
      const reader = result.stream.getReader();
      const stream = new ReadableStream<Part>(
        {
          async pull(output) {
            const next = await explained(() => reader.read());
            if (next.done) return output.close();
            const part = next.value;
            output.enqueue(part.type === "error" ? { ...part, error: explain(part.error) } : part);
          },
          cancel: (reason) => reader.cancel(reason),
        },
        { highWaterMark: 0 },
      );
      return { ...result, stream };
    },
  };
}

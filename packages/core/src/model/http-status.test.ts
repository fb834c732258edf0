import { describe, expect, test } from "vitest";
import { asLanguageModel } from "./as-language-model.ts";
import type { GeneratorModel } from "./generator-model.ts";
import { httpStatus, isModelAnswer, noteStatus } from "./http-status.ts";
import { isRetryable, retryAfterMs } from "./retryable.ts";

const options = { prompt: [] };
const headers = new Headers({ "retry-after": "2" });

/** Errors as packages of providers throw them. */
const made: [string, object][] = [
  ["openai, anthropic", { status: 503, headers, error: undefined, code: undefined }],
  ["google", { status: 503 }],
  ["ollama", { status_code: 503 }],
  ["axios", { code: "ERR_BAD_RESPONSE", response: { status: 503, headers: {} } }],
  ["aws", { $metadata: { httpStatusCode: 503 } }],
];

function thrown(facts: object): Error {
  return Object.assign(new Error("No."), facts);
}

describe.each(made)("an error of a model by way of %s", (_, facts) => {
  test.each(["generate", "stream"] as const)("from %s is known by its status", async (way) => {
    const error = thrown(facts);
    expect(isRetryable(error)).toBe(false);
    const model: GeneratorModel = {
      modelId: "acme/m",
      generate: () => Promise.reject(error),
      stream: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) }),
    };
    const language = asLanguageModel(model);
    const failed =
      way === "generate"
        ? await Promise.resolve(language.doGenerate(options)).catch((each: unknown) => each)
        : await (await language.doStream(options)).stream
            .pipeTo(new WritableStream())
            .catch((each: unknown) => each);
    expect(failed).toBe(error);
    expect({ status: httpStatus(error), isModelAnswer: isModelAnswer(error) }).toEqual({
      ...{ status: 503, isModelAnswer: true },
    });
    expect(isRetryable(error)).toBe(true);
    expect(isRetryable(new Error("The block failed.", { cause: error }))).toBe(true);
  });
});

test("a model that there is none of is told by its statusCode, as Mistral's and Cohere's packages do", async () => {
  const error = thrown({ statusCode: 404 });
  const model: GeneratorModel = { modelId: "acme/m", generate: () => Promise.reject(error) };
  await expect(asLanguageModel(model).doGenerate(options)).rejects.toBe(error);
  expect(isModelAnswer(error)).toBe(true);
});

test("how long to wait is read from the headers that come with it", () => {
  expect(retryAfterMs(thrown(made[0]![1]))).toBe(2000);
});

test.each([
  ["a status that is no refusal", { status: 200 }],
  ["an exit status", { status: 1 }],
  ["a word", { status: "failed" }],
])("%s is not taken for one", (_, facts) => {
  const error = thrown(facts);
  noteStatus(error);
  expect({ status: httpStatus(error), isModelAnswer: isModelAnswer(error) }).toEqual({
    ...{ status: undefined, isModelAnswer: false },
  });
});

test("what is no error, or cannot be read, is let pass", () => {
  const unreadable = {
    get status(): number {
      throw new Error("No.");
    },
  };
  for (const each of [undefined, null, "No.", 503, unreadable]) noteStatus(each);
});

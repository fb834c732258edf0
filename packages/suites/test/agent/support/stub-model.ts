import type { LanguageModel } from "@flow-state-dev/core";
import type { CallOptions, ModelAnswer } from "../../../src/x-agent/model-types.ts";

/** One answer of a stub, or an error that it throws. */
export type StubAnswer =
  | Error
  | {
      text?: string;
      reasoning?: string;
      /** Name and arguments; text is sent as it is, so that it can be broken. */
      calls?: [name: string, args: unknown][];
      id?: string;
      finish?: ModelAnswer["finishReason"]["unified"];
      /** The provider's own word for it. */
      rawFinish?: string;
      input?: number;
      output?: number;
    };

/** A model that keeps what it was asked and answers what a function says. */
export interface StubModel extends LanguageModel {
  readonly requests: CallOptions[];
}

/** Answers by the number of the request, from 0; the last of a list again and again. */
export function stubModel(
  answers: StubAnswer[] | ((at: number, options: CallOptions) => StubAnswer | Promise<StubAnswer>),
  price?: { input: number; output: number },
): StubModel {
  const requests: CallOptions[] = [];
  async function answer(options: CallOptions): Promise<ModelAnswer> {
    const at = requests.length;
    requests.push(options);
    const next =
      typeof answers === "function" ? await answers(at, options) : (answers[at] ?? answers.at(-1)!);
    if (next instanceof Error) throw next;
    const { text, reasoning, calls = [], finish } = next;
    const unified = finish ?? (calls.length > 0 ? "tool-calls" : "stop");
    const raw = next.rawFinish ?? unified;
    return {
      content: [
        ...(reasoning === undefined ? [] : [{ type: "reasoning" as const, text: reasoning }]),
        ...(text === undefined ? [] : [{ type: "text" as const, text }]),
        ...calls.map(([toolName, args], index) => ({
          type: "tool-call" as const,
          toolCallId: next.id ?? `call-${at}-${index}`,
          toolName,
          input: typeof args === "string" ? args : JSON.stringify(args),
        })),
      ],
      finishReason: { unified, raw },
      usage: {
        inputTokens: {
          total: next.input ?? 100,
          noCache: undefined,
          cacheRead: undefined,
          cacheWrite: undefined,
        },
        outputTokens: { total: next.output ?? 10, text: undefined, reasoning: undefined },
      },
      warnings: [],
    };
  }
  return {
    specificationVersion: "v4",
    provider: "stub.test",
    modelId: "stub",
    supportedUrls: {},
    price: price ?? { input: 0, output: 0 },
    simulated: true,
    requests,
    doGenerate: answer,
    doStream: () => Promise.reject(new Error("not streamed")),
  };
}

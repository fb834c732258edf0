import type {
  GeneratorModel,
  GeneratorModelOptions,
  GeneratorModelResult,
  ModelResolver,
} from "@flow-state-dev/core";

/** What a model is asked, as it sees it. */
export interface Asked {
  modelId: string;
  blockName: string | undefined;
  messages: { role: string; content: unknown }[];
  outputSchema: unknown;
  maxTokens: number | undefined;
}

/** What a model answers with: data, text, a whole result, or an error that it throws. */
export type Says = GeneratorModelResult | Error | ((asked: Asked) => GeneratorModelResult | Error);

/** A resolver whose models give these answers one after the other, the last one for ever, and what they were asked. */
export function judgesSaying(answers: Says[] | Record<string, Says[]>): {
  modelResolver: ModelResolver;
  asked: Asked[];
} {
  const asked: Asked[] = [];
  const turns = new Map<string, number>();
  const modelResolver: ModelResolver = (modelId, blockName): GeneratorModel => ({
    modelId,
    price: { input: 1, output: 5 },
    async generate({ messages, outputSchema, maxTokens }: GeneratorModelOptions) {
      const list = Array.isArray(answers) ? answers : answers[modelId]!;
      const turn = turns.get(modelId) ?? 0;
      turns.set(modelId, turn + 1);
      const question = {
        modelId,
        blockName,
        messages: messages as Asked["messages"],
        outputSchema,
        maxTokens,
      };
      asked.push(question);
      const says = list[Math.min(turn, list.length - 1)]!;
      const answer = typeof says === "function" ? says(question) : says;
      if (answer instanceof Error) throw answer;
      return { usage: { promptTokens: 100, completionTokens: 20 }, ...answer };
    },
  });
  return { modelResolver, asked };
}

/** An answer with these verdicts on c1, c2, … */
export function verdicts(...words: (string | number)[]): GeneratorModelResult {
  const findings = words.map((verdict, at) => ({
    criterion: `c${at + 1}`,
    evidence: `seen ${at + 1}`,
    verdict,
  }));
  return { structuredOutput: { findings } };
}

/** The text of the last message of a question. */
export function lastText({ messages }: Asked): string {
  const content = messages.at(-1)!.content;
  return typeof content === "string" ? content : JSON.stringify(content);
}

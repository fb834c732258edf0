import type { BenchmarkSubject, BenchmarkTask, GeneratorModel, ModelResolver } from "@flow-state-dev/core";
import { generator, sequencer } from "@flow-state-dev/core";

/** What a model of these tests is asked. */
export interface Asked {
  modelId: string;
  blockName: string | undefined;
  system: string;
  user: string;
  signal: AbortSignal | undefined;
}

/** An answer, or one that depends on what is asked; what it throws is the model's error. */
export type Answer = string | ((asked: Asked) => string | Promise<string>);

/** A resolver whose models answer so, with 1,000 tokens in and 100 out for every call. Keeps what was asked. */
export function answering(answer: Answer): ModelResolver & { asked: Asked[] } {
  const asked: Asked[] = [];
  const resolver: ModelResolver = (modelId, blockName): GeneratorModel => ({
    modelId,
    async generate({ messages, signal }) {
      const of = (role: string) =>
        (messages as { role: string; content: unknown }[])
          .filter((message) => message.role === role)
          .map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)))
          .join("\n");
      const call = { modelId, blockName, system: of("system"), user: of("user"), signal };
      asked.push(call);
      const text = typeof answer === "string" ? answer : await answer(call);
      return { text, usage: { promptTokens: 1000, completionTokens: 100, totalTokens: 1100 } };
    },
  });
  return Object.assign(resolver, { asked });
}

/** The answer of a judge that finds all criteria met when `good` holds for the request, else none. */
export function verdicts(good: (asked: Asked) => boolean): Answer {
  return (asked) => {
    const ids = [...new Set(asked.user.match(/\bc\d+\b/g) ?? asked.system.match(/\bc\d+\b/g) ?? ["c1"])];
    const verdict = good(asked) ? "met" : "unmet";
    return JSON.stringify({
      findings: ids.map((criterion) => ({ criterion, evidence: "as seen", verdict })),
    });
  };
}

/** A subject of one generator that says its own name in the prompt. */
export function subject(name: string, kind: BenchmarkSubject["kind"] = "pattern"): BenchmarkSubject {
  const say = generator({
    name: `${name}-say`,
    model: "openai/gpt-5.4-mini",
    prompt: `You are ${name}.`,
    user: (input: { prompt: string }) => input.prompt,
  });
  return { name, kind, sequencer: sequencer({ name }).step(say), mapTask: ({ prompt }) => ({ prompt }) };
}

/** Tasks t1, t2, … of these categories. */
export function tasksOf(...categories: string[]): BenchmarkTask[] {
  return categories.map((category, index) => ({
    id: `t${index + 1}`,
    category,
    prompt: `Task number ${index + 1}: say something.`,
    rubric: ["Says something", "Says it well"],
  }));
}

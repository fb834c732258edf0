import { generator, sequencer } from "@flow-state-dev/core";
import { type BenchmarkDefinition, defineBenchmark } from "@flow-state-dev/testing";

/** What the definition file of a round says. */
export interface BenchmarkWords {
  model: string;
  runs: number;
  concurrency: number;
  tasks: readonly string[];
}

/** A benchmark of a baseline and a subject of two calls, on the models of the round. */
export function benchmarkOf({ model, runs, concurrency, tasks }: BenchmarkWords): BenchmarkDefinition {
  const ask = (name: string) =>
    generator({ name, model, user: (input: { goal: string }) => input.goal, retry: { maxAttempts: 2 } });
  return defineBenchmark({
    name: "chaos",
    subjects: [
      {
        ...{ name: "twice", kind: "pattern" as const },
        sequencer: sequencer({ name: "twice" }).tap(ask("draft")).step(ask("answer")),
        mapTask: ({ prompt }: { prompt: string }) => ({ goal: prompt }),
        calls: { min: 2, max: 2 },
      },
    ],
    tasks: tasks.map((id) => ({
      ...{ id, category: "reasoning", prompt: `The task ${id}` },
      rubric: ["Is right", "Is plain"],
    })),
    ...{ model, judgeModel: "openai-compatible/judge", runs, concurrency, cellTimeoutMs: 2500 },
  });
}

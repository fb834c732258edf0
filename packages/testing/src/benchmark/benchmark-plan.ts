import type { BenchmarkTask } from "@flow-state-dev/core";
import { contentHash } from "@flow-state-dev/records";
import { type CellPlan, planCells, providerOfModel } from "@flow-state-dev/sweep";
import { modelsOf } from "./cell/executor-resolvers.ts";
import { hashable } from "./identity/hashable.ts";
import type { RunBenchmarkConfig } from "./run-benchmark-config.ts";

/** Repetitions when nobody says how many. */
export const defaultRuns = 3;

/** Every subject on every task: run-major, task next, primary baseline first among the subjects. */
export function benchmarkPlan(config: RunBenchmarkConfig, judgeModels: readonly string[]): CellPlan {
  const { subjects, tasks, runs = defaultRuns, model } = config;
  const baseline = primaryBaseline(config);
  return planCells({
    subjects: subjects.map((subject) => {
      const providers = [...modelsOf(subject, model), ...judgeModels].map(providerOfModel);
      return { name: subject.name, provider: [...new Set(providers)] };
    }),
    tasks: tasks.map((task) => ({ id: task.id, hash: taskHash(task) })),
    runs,
    ...(baseline !== undefined && { baseline }),
  });
}

/** The first baseline on the run's model, else the first baseline; undefined when there is none. */
export function primaryBaseline({ subjects, model }: RunBenchmarkConfig): string | undefined {
  const baselines = subjects.filter(({ kind }) => kind === "baseline");
  return (baselines.find((each) => (each.model ?? model) === model) ?? baselines[0])?.name;
}

/** Stands for everything of a task that shapes its result, or how results are weighed. */
export function taskHash({ prompt, rubric, category, expected, metadata, family }: BenchmarkTask): string {
  const text = { prompt, rubric, category, ...(family !== undefined && { family }) };
  try {
    return contentHash({ ...text, expected: hashable(expected), metadata: hashable(metadata) });
  } catch {
    // Nested deeper than can be followed, or a getter that throws.
    return contentHash({ ...text, expected: textOf(expected) });
  }
}

function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return typeof value;
  }
}

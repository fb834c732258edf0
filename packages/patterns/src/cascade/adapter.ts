import type { BenchmarkAdapter } from "@flow-state-dev/core";
import { cascade } from "./cascade.ts";

/** How a cascade is benchmarked. */
export interface CascadeAdapterOptions {
  /** Answers first; the run's model when absent, and then the cascade is a second try when unsure. */
  cheapModel?: string;
}

/**
 * An adapter for a cascade from the given model to that of the run, for a registry of your own:
 * `{ ...defaultBenchmarkRegistry, cascade: cascadeAdapter({ cheapModel }) }`. The subject names the cheap model among
 * its `models`, so that a benchmark asks it and not the executor in its place. A cell takes an answer and its check,
 * and a second answer when the first is in doubt.
 */
export function cascadeAdapter({ cheapModel }: CascadeAdapterOptions = {}): BenchmarkAdapter {
  return {
    patternName: "cascade",
    build: ({ model, uses }) => ({
      name: "cascade",
      kind: "pattern",
      sequencer: cascade({ name: "bench-cascade", cheapModel: cheapModel ?? model, model, uses }),
      mapTask: (task) => ({ goal: task.prompt }),
      model,
      ...(cheapModel !== undefined && cheapModel !== model && { models: [cheapModel] }),
      calls: { min: 2, max: 3 },
    }),
  };
}

/** The cascade with the run's model in both places: what is left of it is a second try when unsure. */
export const cascadeBenchmarkAdapter: BenchmarkAdapter = cascadeAdapter();

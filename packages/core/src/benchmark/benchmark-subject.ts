import type { SequencerDefinition } from "../blocks/sequencer/sequencer-definition.ts";
import type { BenchmarkTask } from "./benchmark-task.ts";

/** Model calls one cell of a subject takes when nothing has to be asked again and no tools are used. */
export interface CallsPerCell {
  min: number;
  max: number;
}

/** What is compared: a pattern, or the single-generator baseline. */
export interface BenchmarkSubject {
  name: string;
  kind: "pattern" | "baseline";
  sequencer: SequencerDefinition<any, any>;
  /** Maps the generic task, of which it has a copy, onto this subject's input; a promise is waited for. */
  mapTask: (task: BenchmarkTask) => unknown;
  /** Executor model of this subject, when it is another than the run's. */
  model?: string;
  /** Models it asks for by itself, beside the executor: every other id it asks for is answered by the executor. */
  models?: readonly string[];
  /**
   * Stated for plans and estimates; the patterns of the default registry keep to it, and a test counts. A subject that
   * asks no model, such as a service of your own, states a most of 0: then its model needs neither key nor price.
   */
  calls?: CallsPerCell;
}

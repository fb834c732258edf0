import { type SequencerDefinition, sequencer, type UsesSlot } from "@flow-state-dev/core";
import { attempted } from "./attempted.ts";
import type { Goal } from "./goal.ts";
import { worker } from "./worker.ts";

/** What samples are drawn with. */
export interface SamplesOptions {
  /** Name of the pattern; the worker is called `<name>-sample`. */
  name: string;
  model: string;
  uses?: UsesSlot | undefined;
  count: number;
}

/**
 * Answers to one goal, independent of each other and each asked for exactly as the baseline is: nothing but the goal,
 * at the provider's own temperature, since some models let nobody change it and a comparison should not either.
 *
 * One that the model declined is left out; when it declined all, the first refusal is the error. Trouble with the
 * provider, a spent budget and an abort are the error at once.
 */
export function samples({ name, model, uses, count }: SamplesOptions): SequencerDefinition<Goal, string[]> {
  const sample = worker<Goal>({ name: `${name}-sample`, model, uses, user: ({ goal }) => goal });
  return sequencer({ name: `${name}-samples` })
    .forEach((goal: Goal) => Array.from({ length: count }, () => goal), attempted(sample))
    .throwIf(
      (drawn) => drawn.every(({ ok }) => !ok),
      ([first]) => (first as { error: Error }).error,
    )
    .map((drawn) => drawn.flatMap((each) => (each.ok ? [each.output] : [])));
}

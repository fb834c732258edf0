import { type BlockDefinition, generator, type Schema, type UsesSlot } from "@flow-state-dev/core";
import { attempted } from "./attempted.ts";

/** What an opinion is asked with. */
export interface OpinionOptions<TInput, TOpinion> {
  /** Starts with `bench-<pattern>-`. */
  name: string;
  model: string;
  uses?: UsesSlot | undefined;
  /** What kind of opinion is wanted, and by what it is to be formed. */
  prompt: string;
  outputSchema: Schema<unknown, TOpinion>;
  /** What it is about; the goal is always part of it. */
  user: (input: TInput) => string;
}

/**
 * What a critic, judge, selector or voter says of the work of others, as data. `null` when it says nothing usable, so
 * that the pattern goes on without it; trouble with the provider, a spent budget and an abort go their way.
 */
export function opinion<TInput, TOpinion>({
  name,
  model,
  uses,
  prompt,
  outputSchema,
  user,
}: OpinionOptions<TInput, TOpinion>): BlockDefinition<TInput, TOpinion | null> {
  const asked = generator({
    name,
    model,
    prompt,
    outputSchema,
    user: (input: unknown) => user(input as TInput),
    ...(uses ? { uses } : {}),
  }) as BlockDefinition<TInput, TOpinion>;
  return attempted(asked).connectOutput((said) => (said.ok ? said.output : null));
}

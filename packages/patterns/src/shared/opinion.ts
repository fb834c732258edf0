import { type BlockDefinition, generator, type Schema, type UsesSlot } from "@flow-state-dev/core";
import { askedOnce } from "./asked-once.ts";
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
  /** What stands for fields that the opinion can do without, when they were left out. */
  spare?: Readonly<Record<string, unknown>>;
  /** What it is about; the goal is always part of it. */
  user: (input: TInput) => string;
}

/**
 * What a critic, judge, selector or voter says of the work of others, as data. `null` when it says nothing usable, so
 * that the pattern goes on without it and without another call; trouble with the provider, a spent budget and an abort
 * go their way.
 */
export function opinion<TInput, TOpinion>({
  name,
  model,
  uses,
  prompt,
  outputSchema,
  spare,
  user,
}: OpinionOptions<TInput, TOpinion>): BlockDefinition<TInput, TOpinion | null> {
  const asked = generator({
    name,
    model,
    prompt,
    outputSchema,
    repair: askedOnce,
    ...(spare && { repairOutput: (candidate: unknown) => withSpare(candidate, spare) }),
    user: (input: unknown) => user(input as TInput),
    ...(uses ? { uses } : {}),
  }) as BlockDefinition<TInput, TOpinion>;
  return attempted(asked).connectOutput((said) => (said.ok ? said.output : null));
}

function withSpare(candidate: unknown, spare: Readonly<Record<string, unknown>>): unknown {
  return typeof candidate === "object" && candidate !== null ? { ...spare, ...candidate } : undefined;
}

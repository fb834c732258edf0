import {
  type BlockDefinition,
  directAnswerPrompt,
  generator,
  type Schema,
  type UsesSlot,
} from "@flow-state-dev/core";

/** What a worker of a pattern is made of. */
export interface WorkerOptions<TInput> {
  /** Starts with `bench-<pattern>-`. */
  name: string;
  model: string;
  uses?: UsesSlot | undefined;
  inputSchema?: Schema<unknown, TInput>;
  /** The whole of what it is told: goal, context, results it depends on, feedback. */
  user: (input: TInput) => string;
}

/** Whoever does the work itself: the same prompt and the same capabilities as the baseline has. */
export function worker<TInput>({
  name,
  model,
  uses,
  inputSchema,
  user,
}: WorkerOptions<TInput>): BlockDefinition<TInput, string> {
  return generator({
    name,
    model,
    prompt: directAnswerPrompt,
    user: (input: unknown) => user(input as TInput),
    ...(inputSchema ? { inputSchema } : {}),
    ...(uses ? { uses } : {}),
  }) as BlockDefinition<TInput, string>;
}

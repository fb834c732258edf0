import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";

/**
 * Where in a run a call stands. It travels with the call under `providerOptions.x`, is part of the key of the
 * response cache and of the draw of a simulated model, and is taken off before a real provider sees the call.
 */
export interface CallContext {
  /** Subject, task and run; calls of two cells never share an answer. */
  cell?: string;
  /** Which attempt at the cell, from 1. Only a simulated model looks at it: it draws afresh. */
  cellAttempt?: number;
  /** Path of the block that calls. */
  block?: string;
  /** Which call of that block within the cell, from 0. */
  ordinal?: number;
  /**
   * Which try at that call, from 0. A simulated model draws afresh for it; the response cache does not look at
   * it, so that what was answered at the second try is found at the first when it is played again.
   */
  attempt?: number;
}

/** The same call, with its place in the run. */
export function withCallContext(
  options: LanguageModelV4CallOptions,
  context: CallContext,
): LanguageModelV4CallOptions {
  const x: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(context)) if (value !== undefined) x[name] = value;
  return { ...options, providerOptions: { ...options.providerOptions, x } };
}

/** The place of a call in its run; empty when it has none. */
export function callContextOf(options: LanguageModelV4CallOptions): CallContext {
  return (options.providerOptions?.x ?? {}) as CallContext;
}

/** The call as a provider may see it. */
export function withoutCallContext(options: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  if (!options.providerOptions || !("x" in options.providerOptions)) return options;
  const { x: _, ...providerOptions } = options.providerOptions;
  return { ...options, providerOptions };
}

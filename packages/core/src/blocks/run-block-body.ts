import { asError } from "../errors/as-error.ts";
import type { Schema, SchemaIssue } from "../schema/schema.ts";
import { isFinal, throwIfAborted } from "./abort.ts";
import type { MaybePromise } from "./block.ts";
import { valueBySchema } from "./check-schema.ts";
import type { BlockContext } from "./context.ts";
import type { Frame } from "./frame.ts";
import { guard, isThenable } from "./guard.ts";
import { OutputValidationError } from "./output-validation-error.ts";
import { backoffMs, isListed, type RetryPolicy } from "./retry-policy.ts";
import { ValidationError } from "./validation-error.ts";

/** The work of one kind of block, and what is common to all kinds around it. */
export interface BlockBody {
  name: string;
  inputSchema?: Schema | undefined;
  outputSchema?: Schema | undefined;
  /** The kind's own work, on a checked input. Has to end soon after the signal fires. */
  execute: (input: any, frame: Frame) => MaybePromise<unknown>;
  retry?: RetryPolicy | undefined;
  onCompleted?: ((output: any, ctx: BlockContext<any>) => MaybePromise<void>) | undefined;
  onErrored?: ((error: Error, ctx: BlockContext<any>) => MaybePromise<void>) | undefined;
}

/** Checks the input, does the work as often as the retry policy says, checks the output. */
export async function runBlockBody(body: BlockBody, input: unknown, frame: Frame): Promise<unknown> {
  try {
    const checked = body.inputSchema ? await checkInput(body, body.inputSchema, input, frame.signal) : input;
    const output = await withRetries(body, checked, frame);
    const done = body.onCompleted?.(output, frame.ctx);
    if (isThenable(done)) await guard(done, frame.signal);
    return output;
  } catch (error) {
    if (body.onErrored) await tellError(body.onErrored, error, frame);
    throw error;
  }
}

async function withRetries(body: BlockBody, input: unknown, frame: Frame): Promise<unknown> {
  const attempts = body.retry?.maxAttempts ?? (body.retry ? 3 : 1);
  for (let attempt = 1; ; attempt++) {
    frame.attempt = attempt;
    try {
      const done = body.execute(input, frame);
      const output = isThenable(done) ? await done : done;
      return body.outputSchema ? await checkOutput(body, body.outputSchema, output, frame.signal) : output;
    } catch (error) {
      if (attempt >= attempts || isFinal(error, frame.signal) || !mayRetry(error, body.retry ?? {}))
        throw error;
      const delayMs = backoffMs(body.retry ?? {}, attempt, frame.run.seams.random());
      frame.retrying({ attempt, delayMs, error });
      await frame.pause(delayMs);
      throwIfAborted(frame.signal);
    }
  }
}

function mayRetry(error: unknown, policy: RetryPolicy): boolean {
  if (policy.retryableErrors) return isListed(error, policy.retryableErrors);
  const facts = error as { retryable?: unknown; isRetryable?: unknown } | null | undefined;
  return (facts?.retryable ?? facts?.isRetryable) !== false;
}

function checkInput(
  { name: blockName }: BlockBody,
  schema: Schema,
  value: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const refusal = (issues: readonly SchemaIssue[]) =>
    new ValidationError({ blockName, what: "input", issues });
  return valueBySchema(schema, value, signal, refusal);
}

function checkOutput(
  { name: blockName }: BlockBody,
  schema: Schema,
  rawOutput: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const refusal = (issues: readonly SchemaIssue[]) =>
    new OutputValidationError({ blockName, issues, phase: "validate", rawOutput });
  return valueBySchema(schema, rawOutput, signal, refusal);
}

async function tellError(
  onErrored: NonNullable<BlockBody["onErrored"]>,
  error: unknown,
  frame: Frame,
): Promise<void> {
  try {
    await guard(onErrored(asError(error), frame.ctx), frame.signal);
  } catch {
    // The error the block ends in matters more than one in telling it.
  }
}

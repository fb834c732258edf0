import { causesOf } from "../errors/causes.ts";

/** Errors of models that waited for their server in vain. */
const timeouts = new WeakSet<object>();

/**
 * Takes down that a call of a model ended because its own patience with its server did: `TimeoutError` is what `fetch`
 * with `AbortSignal.timeout`, got and the packages of AWS throw. Only where the model was called is it known that its
 * server is meant, and not a limit that a handler has set for itself. The error itself stays as it is.
 */
export function noteTimeout(error: unknown): void {
  for (const each of causesOf(error)) if (each.name === "TimeoutError") timeouts.add(each);
}

/** Was it noted of this error, or of what caused it, that a model threw it for want of an answer in its time? */
export function isModelTimeout(error: unknown): boolean {
  return causesOf(error).some((each) => timeouts.has(each));
}

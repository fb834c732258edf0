import { FlowError } from "@flow-state-dev/core";

/** The subject gave up by a signal of its own, while nobody had told it to stop: it broke. */
export class SubjectStoppedError extends FlowError {
  override readonly name = "SubjectStoppedError";

  constructor(abort: Error) {
    super(`The subject stopped itself: ${abort.message}`, { code: "subject-stopped", cause: abort });
  }
}

/** Does an error say that somebody stopped what threw it? */
export function saysStopped(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return error.name === "AbortError" || (error as { code?: unknown }).code === "aborted";
}

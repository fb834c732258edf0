import { FlowError } from "@flow-state-dev/core";

/** Something that went on after it was told to stop. */
class NotStoppedError extends FlowError {
  override readonly name = "NotStoppedError";

  constructor(what: string, graceMs: number) {
    super(`${what} did not stop within ${graceMs / 1000} s of being told to; choose another sandbox.`, {
      code: "not-stopped",
      details: { what, graceMs },
    });
  }
}

/**
 * Waits for a promise, but after its signal has fired no longer than `graceMs`: then it rejects, whatever goes on. What
 * the promise comes to later is nobody's concern.
 */
export async function withinGrace<T>(
  promise: Promise<T>,
  { signal, graceMs, what }: { signal: AbortSignal; graceMs: number; what: string },
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  const late = new Promise<never>((_, reject) => {
    onAbort = () => {
      timer = setTimeout(() => reject(new NotStoppedError(what, graceMs)), graceMs);
    };
  });
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    promise.catch(() => {});
  }
}

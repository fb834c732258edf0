/** A signal of its own for one run or one fan-out: fires with its parent, or alone. */
export interface LinkedAbort {
  readonly signal: AbortSignal;
  abort(reason: Error): void;
  /** To be called when it is over; the parent keeps it otherwise. */
  unlink(): void;
}

/** A signal that fires when its parent does, or before. */
export function linkAbort(parent: AbortSignal | undefined): LinkedAbort {
  const controller = new AbortController();
  const onAbort = () => controller.abort(parent?.reason);
  if (parent?.aborted) onAbort();
  else parent?.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    unlink: () => parent?.removeEventListener("abort", onAbort),
  };
}

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

/** Branches of one fan-out, which stop together: with their parent, or alone. */
export interface LinkedBranches {
  /** Does the work with a signal of the branch's own. */
  run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  abort(reason: Error): void;
  /** To be called when all is over; the parent keeps them otherwise. */
  unlink(): void;
}

/**
 * A signal for each branch: all that is done in it listens, and a signal takes the longer to add one the more listen to
 * it already.
 */
export function linkBranches(parent: AbortSignal): LinkedBranches {
  const open = new Set<AbortController>();
  const link = linkAbort(parent);
  const stop = () => {
    for (const branch of open) branch.abort(link.signal.reason);
  };
  link.signal.addEventListener("abort", stop, { once: true });
  return {
    async run(work) {
      const branch = new AbortController();
      if (link.signal.aborted) branch.abort(link.signal.reason);
      open.add(branch);
      try {
        return await work(branch.signal);
      } finally {
        open.delete(branch);
      }
    },
    abort: link.abort,
    unlink: link.unlink,
  };
}

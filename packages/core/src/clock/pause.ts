import { longestTimerMs } from "./longest-timer.ts";

/**
 * Waits that are nobody's work (backing off after a rate limit) go through this seam, so that a scheduler can
 * give the place away meanwhile. Rejects with the signal's reason when it fires.
 */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Waits on the machine's timer. */
export const pause: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const done = () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    };
    const timer = setTimeout(done, Math.min(ms, longestTimerMs));
    signal?.addEventListener("abort", onAbort, { once: true });
  });

import { longestTimerMs, type Pause } from "@flow-state-dev/core";

/** Calls back later, as a seam. What it returns takes the call back. */
export interface Timer {
  after(ms: number, callback: () => void): () => void;
}

/** The machine's own timers. */
export const systemTimer: Timer = {
  after(ms, callback) {
    const timeout = setTimeout(callback, Math.min(ms, longestTimerMs));
    return () => clearTimeout(timeout);
  },
};

/** Waiting on a timer; rejects with the signal's reason when it fires. */
export function pauseOn(timer: Timer): Pause {
  return (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        cancel();
        reject(signal?.reason);
      };
      const cancel = timer.after(ms, () => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      });
      signal?.addEventListener("abort", onAbort, { once: true });
    });
}

import type { Timer } from "./timer.ts";

/** Others take a worker for dead when they have not heard of it for 30 seconds. */
const everyMs = 2000;

/**
 * Does something every two seconds, each time after the last has ended. What it throws is dropped: a store that cannot
 * be written is found out where results are written.
 */
export function startHeartbeat(timer: Timer, beat: () => Promise<void>): { stop(): void } {
  let stopped = false;
  let cancel: () => void = () => {};
  const wind = () => {
    if (stopped) return;
    cancel = timer.after(everyMs, () => void beat().then(wind, wind));
  };
  wind();
  return {
    stop() {
      stopped = true;
      cancel();
    },
  };
}

import type { Clock } from "@flow-state-dev/core";
import type { Timer } from "./timer.ts";

/** Watches how long the process stands still. */
export interface EventLoopLag {
  /** Longest standstill since a moment of `clock.elapsed()`, in milliseconds; those shorter than 5 ms count as 0. */
  since(start: number): number;
  stop(): void;
}

const everyMs = 20;
const noticeableMs = 5;

/**
 * Sets a timer again and again and looks how late it comes. Kept are only standstills that no later one surpassed,
 * in whole milliseconds, so the memory is bounded by the longest of them.
 */
export function watchEventLoop(clock: Clock, timer: Timer): EventLoopLag {
  const stills: { at: number; ms: number }[] = [];
  let due = 0;
  let cancel: () => void = () => {};
  const tick = () => {
    const now = clock.elapsed();
    const ms = Math.floor(now - due);
    if (ms >= noticeableMs) {
      while (stills.length > 0 && stills.at(-1)!.ms <= ms) stills.pop();
      stills.push({ at: now, ms });
    }
    wind(now);
  };
  const wind = (now: number) => {
    due = now + everyMs;
    cancel = timer.after(everyMs, tick);
  };
  wind(clock.elapsed());
  return {
    since(start) {
      const overdue = Math.floor(Math.min(clock.elapsed() - due, clock.elapsed() - start));
      let longest = overdue >= noticeableMs ? overdue : 0;
      let low = 0;
      let high = stills.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (stills[middle]!.at >= start) high = middle;
        else low = middle + 1;
      }
      const found = stills[low];
      if (found && found.ms > longest) longest = found.ms;
      return longest;
    },
    stop: () => cancel(),
  };
}

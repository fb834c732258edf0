import type { Clock } from "@flow-state-dev/core";
import type { Timer } from "../time/timer.ts";

/** Watches how late the process does what is due. */
export interface EventLoopLag {
  /** Longest delay since a moment of `clock.elapsed()`, in milliseconds; those shorter than 5 ms count as 0. */
  since(start: number): number;
  /**
   * Milliseconds in which the loop was late, from the start of the watch until now; delays shorter than 5 ms count as
   * 0. Never falls: the difference of two readings is what lies between them.
   */
  late(): number;
  stop(): void;
}

const everyMs = 5;
const noticeableMs = 5;

/**
 * Sets a timer every 5 ms and looks how late it comes: a delay is told to at most 5 ms too short, and delays that
 * follow each other all count. Kept are only delays that no later one surpassed, in whole milliseconds, so the memory
 * is bounded by the longest of them.
 */
export function watchEventLoop(clock: Clock, timer: Timer): EventLoopLag {
  const delays: { at: number; ms: number }[] = [];
  let lateBefore = 0;
  let due = 0;
  let cancel: () => void = () => {};
  const tick = () => {
    const now = clock.elapsed();
    const ms = noticeable(now - due);
    if (ms > 0) {
      lateBefore += ms;
      while (delays.length > 0 && delays.at(-1)!.ms <= ms) delays.pop();
      delays.push({ at: now, ms });
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
      const now = clock.elapsed();
      let longest = noticeable(Math.min(now - due, now - start));
      let low = 0;
      let high = delays.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (delays[middle]!.at >= start) high = middle;
        else low = middle + 1;
      }
      const found = delays[low];
      if (found && found.ms > longest) longest = found.ms;
      return longest;
    },
    late: () => lateBefore + noticeable(clock.elapsed() - due),
    stop: () => cancel(),
  };
}

function noticeable(delayMs: number): number {
  return delayMs >= noticeableMs ? Math.floor(delayMs) : 0;
}

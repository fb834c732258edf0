import type { Clock } from "@flow-state-dev/core";
import type { Health } from "@flow-state-dev/records";
import type { Timer } from "../time/timer.ts";
import { watchEventLoop } from "./event-loop-lag.ts";

/** How the harness is doing. */
export interface HealthWatch {
  /** Over an attempt that began at this moment of `clock.elapsed()` and ends now. */
  since(start: number, openCalls: number): Health;
  /** Milliseconds in which the process was late with what was due, from the start of the watch until now. */
  starvedMs(): number;
  stop(): void;
}

/** The health of an attempt, with how much of its working time the process was late, in milliseconds. */
export interface AttemptHealth extends Health {
  starvedMs: number;
}

/** Reading the memory of the process costs more than everything else about a cell; it is read so often at most. */
const memoryEveryMs = 250;

/** Watches event loop and memory until it is stopped. */
export function watchHealth(clock: Clock, timer: Timer): HealthWatch {
  const lag = watchEventLoop(clock, timer);
  let readAt = Number.NEGATIVE_INFINITY;
  let memoryBytes = 0;
  return {
    since(start, openCalls) {
      const now = clock.elapsed();
      if (now - readAt >= memoryEveryMs) {
        readAt = now;
        memoryBytes = process.memoryUsage.rss();
      }
      return { eventLoopLagMs: lag.since(start), memoryBytes, openCalls };
    },
    starvedMs: () => lag.late(),
    stop: () => lag.stop(),
  };
}

/** Less than this in all never makes a cell suspect: model latencies vary by more. */
const suspectMs = 50;
/** Nor does a smaller part of its working time. */
const suspectShare = 0.1;

/**
 * Whether the times of an attempt are not to be trusted: while it worked, the process was late for at least 50 ms in
 * all, in one piece or in many, and for at least a tenth of the time. Late is when something that is due (an answer, a
 * timer) waits 5 ms or more for its turn. What happens while the attempt waits for limits or in a pause does not count,
 * and neither does being busy without being late.
 */
export function isSuspect({ starvedMs }: Pick<AttemptHealth, "starvedMs">, workingMs: number): boolean {
  return starvedMs >= suspectMs && starvedMs >= workingMs * suspectShare;
}

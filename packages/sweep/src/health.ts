import type { Clock } from "@flow-state-dev/core";
import type { Health } from "@flow-state-dev/records";
import { watchEventLoop } from "./event-loop-lag.ts";
import type { Timer } from "./timer.ts";

/** How the harness is doing. */
export interface HealthWatch {
  /** Over an attempt that began at this moment of `clock.elapsed()` and ends now. */
  since(start: number, openCalls: number): Health;
  stop(): void;
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
    stop: () => lag.stop(),
  };
}

/** A standstill shorter than this never makes a cell suspect. */
const starvedMs = 50;
/** Nor does one that is a smaller part of its working time. */
const starvedShare = 0.1;

/**
 * Whether the times of an attempt are not to be trusted: the process stood still for at least 50 ms at a stretch, and
 * for at least a tenth of the time the attempt worked.
 */
export function isSuspect(health: Health, workingMs: number): boolean {
  return health.eventLoopLagMs >= starvedMs && health.eventLoopLagMs >= workingMs * starvedShare;
}

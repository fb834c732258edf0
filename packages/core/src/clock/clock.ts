/** Time as a seam. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Monotonic milliseconds, for durations. */
  elapsed(): number;
}

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
};

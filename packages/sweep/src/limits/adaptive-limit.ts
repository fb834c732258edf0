/** How many cells may run at once at one provider. */
export interface ConcurrencyLimit {
  /** At least 1. */
  readonly value: number;
  /** Counts the cuts; a call remembers the one it went out under. */
  readonly cuts: number;
  /** A call went well while so many cells were running. */
  succeeded(running: number): void;
  /** A call that went out under `cuts` was turned away. Tells whether the limit came down. */
  throttled(cuts: number): boolean;
  /** So many cells run, and so many could, those included. Only for limits that are shared with others. */
  demanded?(using: number, wanted: number): void;
}

/** Bounds of a limit that finds its own value. */
export interface AdaptiveConcurrency {
  /** Default: 4. */
  start?: number;
  max: number;
}

/** Where a limit begins that is not told. */
export const defaultStart = 4;
/** What is left of a limit after a cut. */
export const cutTo = 0.7;

/**
 * A limit that feels its way to what the provider bears: up by one for every round of calls that went well with the
 * limit in use (by one for every call until the first cut), down to 70 % when a call is turned away. Calls that went
 * out before a cut do not cut again, so that one burst costs one step.
 */
export function createAdaptiveLimit({ start = defaultStart, max }: AdaptiveConcurrency): ConcurrencyLimit {
  let exact = Math.max(1, Math.min(start, max));
  let cuts = 0;
  return {
    get value() {
      return Math.floor(exact);
    },
    get cuts() {
      return cuts;
    },
    succeeded(running) {
      if (running < Math.floor(exact)) return;
      exact = Math.min(max, exact + (cuts === 0 ? 1 : 1 / exact));
    },
    throttled(under) {
      if (under < cuts) return false;
      cuts += 1;
      const before = Math.floor(exact);
      exact = Math.max(1, exact * cutTo);
      return Math.floor(exact) < before;
    },
  };
}

/** A limit that stays where it is. */
export function createFixedLimit(value: number): ConcurrencyLimit {
  return { value, cuts: 0, succeeded: () => {}, throttled: () => false };
}

/** How the waits between the attempts at a cell grow. */
export interface BackoffOptions {
  /** Longest wait before the second attempt; each further one may be twice as long. */
  baseMs: number;
  /** No wait is longer, unless the provider asks for it. */
  maxMs: number;
}

/**
 * How long to wait after the given failed attempt (from 1): evenly drawn between 0 and a bound that doubles with every
 * attempt (full jitter), and never shorter than the provider asked for. Cells that wait for the same moment are spread
 * over a tenth more, so that they do not all come back at once.
 */
export function backoffMs(
  attempt: number,
  { baseMs, maxMs }: BackoffOptions,
  random: () => number,
  retryAfterMs = 0,
): number {
  const drawn = random() * Math.min(maxMs, baseMs * 2 ** Math.min(attempt - 1, 30));
  if (retryAfterMs <= 0) return drawn;
  return Math.max(drawn, retryAfterMs * (1 + random() / 10));
}

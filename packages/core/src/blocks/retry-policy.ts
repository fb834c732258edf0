/** A class of errors. */
export type ErrorClass = abstract new (...args: any[]) => Error;

/** How often and how patiently something is tried again. */
export interface RetryPolicy {
  /** Tries in all, the first included. */
  maxAttempts?: number;
  /** Wait after the first failure; doubles with each further one. The actual wait is random between 0 and that. */
  baseDelayMs?: number;
  /** No computed wait is longer. A server's Retry-After is honoured as it is. */
  maxDelayMs?: number;
  /** A server that asks for a longer wait than this is given up; two minutes when absent. Generators only. */
  maxRetryAfterMs?: number;
  /**
   * Try again after these only; without it, after whatever is not known to be hopeless. A generator always tries
   * again after passing trouble of its model, and after these as well.
   */
  retryableErrors?: readonly ErrorClass[];
}

/** Exponential backoff with full jitter. `attempt` is the one that failed, from 1; `random` in [0, 1). */
export function backoffMs(
  policy: Pick<RetryPolicy, "baseDelayMs" | "maxDelayMs">,
  attempt: number,
  random: number,
): number {
  const ceiling = Math.min(policy.maxDelayMs ?? 30_000, (policy.baseDelayMs ?? 1000) * 2 ** (attempt - 1));
  return Math.floor(random * (ceiling + 1));
}

/** Whether the policy names this error. */
export function isListed(error: unknown, classes: readonly ErrorClass[]): boolean {
  return classes.some((each) => error instanceof each);
}

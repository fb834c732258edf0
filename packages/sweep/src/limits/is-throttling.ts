import type { ErrorRecord } from "@flow-state-dev/core";

/** HTTP: too many requests, unavailable, and what Anthropic answers when it is overloaded. */
const throttlingStatus = new Set([429, 503, 529]);
const throttlingCodes = new Set([
  ...["rate-limit", "rate_limit_error", "rate_limit_exceeded", "overloaded_error", "server_overloaded"],
]);

/** Whether a provider turned a call away because it has too much to do, for us or at all. */
export function isThrottling({ status, code }: Pick<ErrorRecord, "status" | "code">): boolean {
  return throttlingStatus.has(status ?? 0) || throttlingCodes.has(code ?? "");
}

/**
 * Whether it did so because we asked too much of it. An outage answers with 503 as well, and does not end because fewer
 * ask.
 */
export function isRateLimit(error: Pick<ErrorRecord, "status" | "code">): boolean {
  return error.status !== 503 && isThrottling(error);
}

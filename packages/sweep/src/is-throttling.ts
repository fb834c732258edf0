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

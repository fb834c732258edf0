import { FlowError, nearestName } from "@flow-state-dev/core";
import type { AdaptiveConcurrency } from "./adaptive-limit.ts";
import type { RateLimits } from "./rate-window.ts";

/** What one provider bears. */
export interface ProviderLimits extends RateLimits {
  /** Cells at once: so many, or as many as turns out well. Default: only the limit over all providers. */
  concurrency?: number | AdaptiveConcurrency;
}

/** Limits of a sweep; all have a default. */
export interface Limits {
  /** Cells at once, over all providers. Default: 8. */
  concurrency?: number;
  /** By name of the provider; `*` is for those that are not named. */
  providers?: Readonly<Record<string, ProviderLimits>>;
  /** What the whole run may spend, all processes included, in US dollars. */
  budgetUsd?: number;
  /** Hold the worst case of every call back, so that no limit is passed, however many processes work on the run. */
  strict?: boolean;
  /** With a budget, calls to models without a price are refused; this lets them through, uncounted. */
  allowUnpriced?: boolean;
  /** For cells that have no limit of their own: what one attempt may spend. */
  cellBudgetUsd?: number;
  /** For cells that have none of their own: how long one attempt may work. */
  cellTimeoutMs?: number;
  /**
   * Attempts at a cell while its failures are transient. Default: 3. Attempts that a provider turned away because it
   * has too much to do (HTTP 429 and such) are not among them; of those there may be ten times as many.
   */
  maxAttempts?: number;
  /** Longest wait before the second attempt; doubles with each further one. Default: 1 s. */
  backoffBaseMs?: number;
  /** Default: 60 s. */
  backoffMaxMs?: number;
  /** A provider that asks for a longer wait than this is given up for now. Default: 2 minutes. */
  maxRetryAfterMs?: number;
  /** How long running cells have after a drain. Default: 30 s. */
  graceMs?: number;
  /**
   * How long a cell that was told to stop (abort, timeout) has to end by itself; then it is ended without it, and
   * whatever it still does is dropped. Default: 100 ms.
   */
  settleMs?: number;
}

/** Limits with their defaults filled in. */
export type CompleteLimits = Limits &
  Required<
    Pick<
      Limits,
      | "concurrency"
      | "providers"
      | "maxAttempts"
      | "backoffBaseMs"
      | "backoffMaxMs"
      | "maxRetryAfterMs"
      | "graceMs"
      | "settleMs"
      | "strict"
    >
  >;

/** A limit that cannot be kept, or that there is none of. */
export class InvalidLimitError extends FlowError {
  override readonly name = "InvalidLimitError";

  constructor(problem: string, limit: string, value: unknown) {
    super(problem, { code: "invalid-limit", details: { limit, value } });
  }
}

function invalid(limit: string, value: unknown, wanted: string): InvalidLimitError {
  return new InvalidLimitError(
    `The limit ${limit} is ${String(value)}; it has to be ${wanted}.`,
    limit,
    value,
  );
}

const limitNames: Readonly<Record<keyof Limits, true>> = {
  ...{ concurrency: true, providers: true, budgetUsd: true, strict: true, allowUnpriced: true },
  ...{ cellBudgetUsd: true, cellTimeoutMs: true, maxAttempts: true, backoffBaseMs: true, backoffMaxMs: true },
  ...{ maxRetryAfterMs: true, graceMs: true, settleMs: true },
};
const providerLimitNames: Readonly<Record<keyof ProviderLimits, true>> = {
  ...{ concurrency: true, requestsPerMinute: true, tokensPerMinute: true },
};

/** Fills in the defaults. Throws `InvalidLimitError`. */
export function completeLimits(limits: Limits = {}): CompleteLimits {
  checkNames(limits, limitNames);
  const complete: CompleteLimits = {
    ...limits,
    concurrency: limits.concurrency ?? 8,
    providers: limits.providers ?? {},
    strict: limits.strict ?? false,
    maxAttempts: limits.maxAttempts ?? 3,
    backoffBaseMs: limits.backoffBaseMs ?? 1000,
    backoffMaxMs: limits.backoffMaxMs ?? 60_000,
    maxRetryAfterMs: limits.maxRetryAfterMs ?? 120_000,
    graceMs: limits.graceMs ?? 30_000,
    settleMs: limits.settleMs ?? 100,
  };
  for (const name of ["concurrency", "maxAttempts"] as const) checkCount(name, complete[name]);
  for (const name of ["backoffBaseMs", "backoffMaxMs", "maxRetryAfterMs", "graceMs", "settleMs"] as const) {
    if (!(complete[name] >= 0)) throw invalid(name, complete[name], "0 or more");
  }
  for (const name of ["budgetUsd", "cellBudgetUsd"] as const) {
    const usd = complete[name];
    if (usd !== undefined && !(Number.isFinite(usd) && usd >= 0)) {
      throw invalid(name, usd, "an amount of dollars");
    }
  }
  const { cellTimeoutMs } = complete;
  if (cellTimeoutMs !== undefined && !(cellTimeoutMs > 0)) {
    throw invalid("cellTimeoutMs", cellTimeoutMs, "more than 0");
  }
  for (const [provider, each] of Object.entries(complete.providers)) {
    checkNames(each, providerLimitNames, `providers.${provider}.`);
    checkProvider(provider, each);
  }
  return complete;
}

/** A limit that is misspelt would be one that nobody keeps. */
function checkNames(limits: object, known: Readonly<Record<string, true>>, at = ""): void {
  for (const [name, value] of Object.entries(limits)) {
    if (Object.hasOwn(known, name)) continue;
    const names = Object.keys(known);
    const nearest = nearestName(name, names);
    const meant = nearest === undefined ? `There are: ${names.join(", ")}.` : `Did you mean ${at}${nearest}?`;
    throw new InvalidLimitError(`There is no limit ${at}${name}. ${meant}`, at + name, value);
  }
}

function checkProvider(
  provider: string,
  { concurrency, requestsPerMinute, tokensPerMinute }: ProviderLimits,
) {
  const at = `providers.${provider}`;
  if (typeof concurrency === "number") checkCount(`${at}.concurrency`, concurrency);
  else if (concurrency) {
    checkCount(`${at}.concurrency.max`, concurrency.max);
    if (concurrency.start !== undefined) checkCount(`${at}.concurrency.start`, concurrency.start);
  }
  if (requestsPerMinute !== undefined) checkCount(`${at}.requestsPerMinute`, requestsPerMinute);
  if (tokensPerMinute !== undefined) checkCount(`${at}.tokensPerMinute`, tokensPerMinute);
}

function checkCount(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 1) throw invalid(name, value, "a whole number from 1");
}

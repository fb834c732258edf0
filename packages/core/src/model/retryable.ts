import { connectionFailed } from "./connection-codes.ts";
import { httpStatus } from "./http-status.ts";
import { isModelTimeout } from "./model-timeout.ts";

/** What providers call a passing trouble inside a stream. */
const passingTypes = new Set([
  ...["overloaded_error", "rate_limit_error", "api_error", "timeout_error"],
  ...["server_error", "rate_limit_exceeded", "server_overloaded", "internal_server_error"],
]);
/** Classes of errors of the packages of OpenAI and Anthropic that tell of a connection, and say so in no other way. */
const connectionClasses = new Set(["APIConnectionError", "APIConnectionTimeoutError"]);
const abortNames = new Set(["AbortError", "ResponseAborted"]);

/**
 * Would the same call, made again a little later, have a chance? True for rate limits, overload, server errors,
 * connections that failed, models that waited in vain for their servers and answers that cannot be read; never for an
 * abort, a spent budget or a spent quota. Takes what was thrown as well as the error of a stream part.
 */
export function isRetryable(error: unknown): boolean {
  const chain = causes(error);
  const ours = chain.find((each) => typeof each.retryable === "boolean");
  if (ours) return ours.retryable === true;
  // A time limit of its own ends in an abort, which such a package gives as the cause.
  if (chain.some(isConnectionError)) return true;
  if (chain.some((each) => abortNames.has(textOf(each.name)) || isSpentQuota(each))) return false;
  for (const each of chain) {
    if (each.isRetryable === true || isModelTimeout(each)) return true;
    const status = httpStatus(each);
    if (status !== undefined) return isPassingStatus(status) || hasNetworkCode(chain);
    if (passingTypes.has(textOf(each.type)) || passingTypes.has(textOf(each.code))) return true;
  }
  const fetchFailed = chain.some((each) => each.name === "TypeError" && isFetchMessage(each.message));
  return fetchFailed || hasNetworkCode(chain);
}

/**
 * How long the provider asks to wait, in milliseconds from `now`: its `retry-after-ms` or `retry-after` header
 * (seconds or a date), or Google's `RetryInfo`. Undefined when it says nothing; never negative.
 */
export function retryAfterMs(error: unknown, now: number = Date.now()): number | undefined {
  for (const each of causes(error)) {
    const headers = headersOf(each);
    const wait =
      fromNumber(headers["retry-after-ms"], 1) ??
      fromNumber(headers["retry-after"], 1000) ??
      fromDate(headers["retry-after"], now) ??
      fromRetryInfo(each);
    if (wait !== undefined) return wait;
  }
  return undefined;
}

type Facts = Record<string, unknown>;

/** The error, what it was caused by, the last of several tries, and what a provider wrapped in it, outermost first. */
function causes(error: unknown): Facts[] {
  const chain: Facts[] = [];
  const visit = (value: unknown) => {
    if (typeof value !== "object" || value === null || chain.includes(value as Facts) || chain.length > 20)
      return;
    const facts = value as Facts;
    chain.push(facts);
    for (const inner of [facts.cause, facts.lastError, facts.data, facts.error, facts.response]) visit(inner);
  };
  visit(error);
  return chain;
}

/** With a status that says all went well, an error means that what came with it could not be read. */
function isPassingStatus(status: number): boolean {
  if (status >= 200 && status < 300) return true;
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

function isSpentQuota(facts: Facts): boolean {
  return facts.code === "insufficient_quota" || facts.type === "insufficient_quota";
}

function hasNetworkCode(chain: readonly Facts[]): boolean {
  return chain.some((each) => connectionFailed.has(textOf(each.code)));
}

function isConnectionError({ constructor: made }: Facts): boolean {
  return typeof made === "function" && connectionClasses.has(made.name);
}

function isFetchMessage(message: unknown): boolean {
  return /^(fetch failed|failed to fetch|terminated)$/i.test(textOf(message));
}

function headersOf(facts: Facts): Facts {
  const headers = facts.responseHeaders ?? facts.headers;
  if (headers instanceof Headers) return Object.fromEntries(headers);
  if (typeof headers !== "object" || headers === null) return {};
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function fromNumber(value: unknown, unit: number): number | undefined {
  const text = textOf(value).trim();
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * unit : Number.NaN;
  return Number.isFinite(wait) ? wait : undefined;
}

function fromDate(value: unknown, now: number): number | undefined {
  const text = textOf(value);
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

function fromRetryInfo(facts: Facts): number | undefined {
  if (!Array.isArray(facts.details)) return undefined;
  const info = facts.details.find((detail) => textOf(detail?.["@type"]).endsWith("google.rpc.RetryInfo"));
  return fromNumber(/^([\d.]+)s$/.exec(textOf(info?.retryDelay))?.[1], 1000);
}

/** Text and numbers as text; nothing for all else, which a provider may have made so that it cannot be one. */
function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

import { formatDuration } from "../clock/format-duration.ts";
import { causesOf } from "../errors/causes.ts";
import { StreamCutError } from "../money/stream-cut-error.ts";
import { ConnectionClosedError } from "./connection-closed-error.ts";
import { firstWords } from "./first-words.ts";
import { ForeignAnswerError } from "./foreign-answer-error.ts";
import { type Lacking, lacking } from "./lacking.ts";
import { brokenHttpIn, NotHttpError } from "./not-http-error.ts";
import {
  type AnswerFacts,
  type CallRoute,
  ProviderAnswerError,
  statusClause,
} from "./provider-answer-error.ts";
import { ProxyRefusedError, proxyStatusIn } from "./proxy-refused-error.ts";
import { refusalCause } from "./refusal-cause.ts";
import { RefusedKeyError } from "./refused-key-error.ts";
import { isRetryable, retryAfterMs } from "./retryable.ts";
import { SpentQuotaError } from "./spent-quota-error.ts";
import { UnknownModelError } from "./unknown-model-error.ts";

type Facts = Record<string, unknown>;

/** The words of the AI SDK for what is no JSON, and for JSON of another form. */
const unreadable = new Set(["AI_JSONParseError", "AI_TypeValidationError"]);

/**
 * What a provider answered in place of an answer, said so that it can be acted on: who answered, what to look at, and
 * whether to try again. An error that tells neither of an answer nor of a connection that was closed is left as it is.
 */
export function explainAnswer(error: unknown, route: CallRoute): unknown {
  const chain = causesOf(error) as unknown as Facts[];
  // The word of the AI SDK for a stream that ends before the answer does.
  if (chain.some(({ name, message }) => name === "AI_InvalidResponseDataError" && isCut(message)))
    return new StreamCutError(route.modelId);
  const host = hostOf(chain, route);
  const proxy = proxyStatusIn(error);
  if (proxy !== undefined) {
    const { modelId, provider } = route;
    return new ProxyRefusedError({ modelId, provider, host, cause: error }, proxy);
  }
  const odd = chain.find(({ name }) => name === "AI_InvalidResponseDataError");
  if (odd)
    return new ForeignAnswerError({ route, status: 200, host, said: "", cause: error }, textOf(odd.data));
  // Within a stream, where there is no status any more.
  const unread = chain.find(({ name }) => unreadable.has(String(name)));
  const status = chain.map(({ statusCode }) => statusCode).find((each) => typeof each === "number");
  if (unread && status === undefined) {
    const text = typeof unread.text === "string" ? unread.text : (JSON.stringify(unread.value) ?? "");
    return new ForeignAnswerError({ route, status: 200, host, said: "", cause: error }, text);
  }
  const broken = brokenHttpIn(error);
  if (broken) return new NotHttpError({ route, host, cause: error }, broken);
  if (status === undefined)
    return chain.some(isBrokenOff) ? new ConnectionClosedError({ route, host, cause: error }) : error;
  const body = chain.map(({ responseBody }) => responseBody).find((each) => typeof each === "string") ?? "";
  const parsed = parse(body);
  const said = firstWords(messageIn(parsed) ?? plainWords(body) ?? String(chain[0]!.message ?? ""));
  const facts: AnswerFacts = { route, status, host, said, cause: error };
  if (chain.some(({ code }) => code === "endless-answer")) return endless(facts);
  const failed = failureIn(chain, parsed, status);
  if (chain.some(isBrokenOff) && isGood(status)) return brokenOff(facts);
  if (failed) return failedAnswer(facts, failed);
  if (isGood(status)) return new ForeignAnswerError(facts, body);
  const refused = refusalCause(status, body);
  if (refused === "key") return new RefusedKeyError(facts);
  if (refused === "money") return new SpentQuotaError(facts);
  if (status === 404) return new UnknownModelError(facts);
  return status === 429 || status >= 500 || isRetryable(error) ? trouble(facts) : refusal(facts);
}

const wayOut: Readonly<Record<Lacking, string>> = {
  tools: "choose a model that can call tools",
  schemas: "choose a model, or a server, that takes JSON schemas",
  "whole answers": "choose a model, or a server, that also answers without streaming",
};

/** The request itself is not to its taste: too long, or asked in a way that the model or its server does not know. */
function refusal(facts: AnswerFacts): ProviderAnswerError {
  const { host, route, said } = facts;
  const lacks = lacking(said);
  const next = lacks ? `: ${wayOut[lacks]}` : "";
  return new ProviderAnswerError(
    `${host} does not take what was asked of ${route.modelId}${statusClause(facts)}. Trying the same again will not help${next}.`,
    { code: lacks ? "not-supported" : "refused-request", retryable: false },
    facts,
  );
}

function brokenOff(facts: AnswerFacts): ProviderAnswerError {
  const { host, route } = facts;
  return new ProviderAnswerError(
    `The connection to ${host} broke off in the middle of an answer of ${route.modelId}. Trying again may help.`,
    { code: "connection-cut", retryable: true },
    facts,
  );
}

function endless(facts: AnswerFacts): ProviderAnswerError {
  const { host, route } = facts;
  return new ProviderAnswerError(
    `${host} answered ${route.modelId} with more than a model can write, and was broken off. Trying again may help; else check the address of the server.`,
    { code: "endless-answer", retryable: true },
    facts,
  );
}

/** An answer came, and it says that the model failed to give one. */
interface FailedAnswer {
  message: string;
  code: string;
}

function failedAnswer(facts: AnswerFacts, { message, code }: FailedAnswer): ProviderAnswerError {
  const told = { ...facts, status: 200, said: firstWords(message) };
  if (code === "insufficient_quota") return new SpentQuotaError(told);
  return code.startsWith("invalid_") ? refusal(told) : trouble(told, true);
}

/**
 * The error in an answer with a good status. OpenAI's package makes a bad one of the good one under which a failed
 * response came; OpenRouter's has thrown the rest of the answer away.
 */
function failureIn(chain: readonly Facts[], body: unknown, status: number): FailedAnswer | undefined {
  const read = chain.map(({ responseBody }) => responseBody).find((each) => typeof each === "object");
  const isResponse = (Object(read) as Facts).status === "failed";
  if (!isGood(status) && !isResponse) return undefined;
  const inBody = (Object(isResponse ? read : body) as Facts).error;
  const error = inBody ?? chain.map(({ data }) => data).find((each) => typeof each === "object");
  const { message, code } = Object(error) as Facts;
  return typeof message === "string" && message !== "" ? { message, code: String(code ?? "") } : undefined;
}

function isGood(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Too much was asked of the server, or it broke. */
function trouble(facts: AnswerFacts, retryable = isRetryable(facts.cause)): ProviderAnswerError {
  const { host, route, status } = facts;
  const next = retryable ? laterText(facts.cause) : "Trying again will not help.";
  const did = status === 429 ? "turned a call away" : "failed";
  return new ProviderAnswerError(
    `${host} ${did} for ${route.modelId}${statusClause(facts)}. ${next}`,
    { code: status === 429 ? "rate-limited" : "server-failed", retryable },
    facts,
  );
}

/** Waits that are shorter are over before anybody has read of them. */
const longWaitMs = 60_000;

function laterText(cause: unknown): string {
  const waitMs = retryAfterMs(cause) ?? 0;
  if (waitMs < longWaitMs) return "Trying again a little later may help.";
  return `It asks not to be tried again for ${formatDuration(waitMs)}.`;
}

function hostOf(chain: readonly Facts[], { baseURL, provider }: CallRoute): string {
  const urls = [...chain.map(({ url }) => url), baseURL];
  const url = urls.find((each) => typeof each === "string" && URL.canParse(each)) as string | undefined;
  return url === undefined ? provider : new URL(url).host;
}

function isCut(message: unknown): boolean {
  return /stream ended without/i.test(String(message));
}

function isBrokenOff({ code, message }: Facts): boolean {
  return code === "ECONNRESET" || code === "UND_ERR_SOCKET" || code === "EPIPE" || message === "terminated";
}

function textOf(data: unknown): string {
  return data === undefined ? "" : (JSON.stringify(data) ?? "");
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** A body that is a text, as of a proxy or a small server, and no page or data; its status says less. */
function plainWords(body: string): string | undefined {
  return /^\s*[^\s<{[]/.test(body) ? body : undefined;
}

/** The message in the body of a refusal, in any of the shapes that providers and proxies give it. */
function messageIn(body: unknown): string | undefined {
  const { error, message, detail } = Object(body) as Facts;
  for (const each of [(Object(error) as Facts).message, error, message, detail])
    if (typeof each === "string" && each !== "") return each;
  return undefined;
}

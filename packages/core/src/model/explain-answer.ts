import { StreamCutError } from "../money/stream-cut-error.ts";
import { firstWords } from "./first-words.ts";
import { ForeignAnswerError } from "./foreign-answer-error.ts";
import {
  type AnswerFacts,
  type CallRoute,
  ProviderAnswerError,
  statusClause,
} from "./provider-answer-error.ts";
import { RefusedKeyError } from "./refused-key-error.ts";
import { isRetryable } from "./retryable.ts";
import { SpentQuotaError } from "./spent-quota-error.ts";
import { UnknownModelError } from "./unknown-model-error.ts";

type Facts = Record<string, unknown>;

/**
 * What a provider answered in place of an answer, said so that it can be acted on: who answered, what to look at, and
 * whether to try again. Errors that hold no HTTP status, and refusals of a request as it is (400, 413, 422), are left
 * as they are.
 */
export function explainAnswer(error: unknown, route: CallRoute): unknown {
  const chain = causesOf(error);
  // The word of the AI SDK for a stream that ends before the answer does.
  if (chain.some(({ name, message }) => name === "AI_InvalidResponseDataError" && isCut(message)))
    return new StreamCutError(route.modelId);
  const status = chain.map(({ statusCode }) => statusCode).find((each) => typeof each === "number");
  if (status === undefined) return error;
  const body = chain.map(({ responseBody }) => responseBody).find((each) => typeof each === "string") ?? "";
  const parsed = parse(body);
  const said = firstWords(messageIn(parsed) ?? String(chain[0]!.message ?? ""));
  const facts: AnswerFacts = { route, status, host: hostOf(chain, route), said, cause: error };
  if (status >= 200 && status < 300) return new ForeignAnswerError(facts, body);
  if (status === 401 || status === 403 || isInvalidKey(status, body)) return new RefusedKeyError(facts);
  if (status === 404) return new UnknownModelError(facts);
  if (status === 402 || body.includes('"insufficient_quota"')) return new SpentQuotaError(facts);
  return status === 429 || status >= 500 ? trouble(facts) : error;
}

/** Too much was asked of the server, or it broke. */
function trouble(facts: AnswerFacts): ProviderAnswerError {
  const { host, route, status, cause } = facts;
  const retryable = isRetryable(cause);
  const next = retryable ? "Trying again a little later may help." : "Trying again will not help.";
  const did = status === 429 ? "turned a call away" : "failed";
  return new ProviderAnswerError(
    `${host} ${did} for ${route.modelId}${statusClause(facts)}. ${next}`,
    { code: status === 429 ? "rate-limited" : "server-failed", retryable },
    facts,
  );
}

/** The error and what it was caused by, outermost first. */
function causesOf(error: unknown): Facts[] {
  const chain: Facts[] = [];
  for (let at = error; at instanceof Error && chain.length < 8; at = at.cause) chain.push(at as never);
  return chain;
}

function hostOf(chain: readonly Facts[], { baseURL, provider }: CallRoute): string {
  const urls = [...chain.map(({ url }) => url), baseURL];
  const url = urls.find((each) => typeof each === "string" && URL.canParse(each)) as string | undefined;
  return url === undefined ? provider : new URL(url).host;
}

/** Google answers a key that it does not know with 400. */
function isInvalidKey(status: number, body: string): boolean {
  return status === 400 && /"API_KEY_INVALID"|API key not valid/.test(body);
}

function isCut(message: unknown): boolean {
  return /stream ended without/i.test(String(message));
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The message in the body of a refusal, in any of the shapes that providers and proxies give it. */
function messageIn(body: unknown): string | undefined {
  const { error, message, detail } = Object(body) as Facts;
  for (const each of [(Object(error) as Facts).message, error, message, detail])
    if (typeof each === "string" && each !== "") return each;
  return undefined;
}

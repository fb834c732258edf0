import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { namedByConnection } from "./headers.ts";

/**
 * Headers of agents and their SDKs that go on. Anything else stays here: a header can say who pays, hide the count of
 * an answer (`x-goog-fieldmask`) or make another request of this one, and no list of those is ever complete.
 */
const passed: ReadonlySet<string> = new Set([
  ...["accept", "accept-language", "user-agent", "http-referer", "x-title", "x-app", "originator", "version"],
  ...["x-request-id", "x-client-request-id", "idempotency-key", "traceparent", "tracestate"],
  ...["session_id", "session-id", "conversation_id", "conversation-id", "thread_id", "thread-id"],
  ...["x-session-id", "x-session-affinity", "x-interaction-id", "x-initiator", "x-goog-api-client"],
]);

/** What the names of a provider or an SDK begin with. */
const families = [
  ...["anthropic-", "openai-", "x-stainless-", "x-claude-", "x-codex-", "x-openai-", "x-gemini-"],
  ...["x-dashscope-", "x-opencode-", "x-goose-"],
];

/** Of these families, but whoever pays is not the agent's to say. */
const kept: ReadonlySet<string> = new Set(["openai-organization", "openai-project"]);

/** Headers with the key, and those for an agent that sends none. */
interface OwnHeaders {
  headers: Readonly<Record<string, string>>;
  fallbackHeaders: Readonly<Record<string, string>>;
}

/** The headers of a request that go on to the provider, with no compression asked for. `own` come before all others. */
export function sentHeaders(
  given: IncomingHttpHeaders,
  { headers: own, fallbackHeaders }: OwnHeaders,
  bodyBytes: number,
): OutgoingHttpHeaders {
  const sent: OutgoingHttpHeaders = {};
  const named = namedByConnection(given);
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && isPassed(name) && !named.has(name)) sent[name] = value;
  }
  return {
    ...fallbackHeaders,
    ...sent,
    ...own,
    "content-type": "application/json",
    "accept-encoding": "identity",
    "content-length": bodyBytes,
  };
}

function isPassed(name: string): boolean {
  return passed.has(name) || (families.some((family) => name.startsWith(family)) && !kept.has(name));
}

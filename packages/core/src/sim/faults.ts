import {
  APICallError,
  type LanguageModelV4Content,
  type LanguageModelV4GenerateResult,
} from "@ai-sdk/provider";
import type { Draws } from "./draws.ts";
import type { SimFailures } from "./sim-profile.ts";

/** What can go wrong with a call. */
export type Fault = "rateLimit" | "serverError" | "timeout" | "malformed" | "refusal";

const faults: readonly Fault[] = ["rateLimit", "serverError", "timeout", "malformed", "refusal"];

/** What goes wrong with a call, if anything: at most one fault, each at its rate. */
export function drawFault(failures: Required<SimFailures>, draws: Draws): Fault | undefined {
  let mark = draws.uniform("fault");
  for (const fault of faults) {
    mark -= failures[fault];
    if (mark < 0) return fault;
  }
  return undefined;
}

/** The error that a provider would answer with. */
export function providerError(
  fault: "rateLimit" | "serverError" | "timeout",
  modelId: string,
  failures: Required<SimFailures>,
): APICallError {
  const [statusCode, message] = {
    rateLimit: [429, "Simulated rate limit: too many requests."] as const,
    serverError: [500, "Simulated server error."] as const,
    timeout: [504, "Simulated time-out of the server."] as const,
  }[fault];
  return new APICallError({
    message,
    url: modelId,
    requestBodyValues: {},
    statusCode,
    responseHeaders: fault === "rateLimit" ? retryAfter(failures.retryAfterSeconds) : {},
    responseBody: JSON.stringify({ error: { message } }),
    isRetryable: true,
  });
}

/** The standard header knows whole seconds only; providers that are finer send the other along. */
function retryAfter(seconds: number): Record<string, string> {
  return {
    "retry-after": String(Math.ceil(seconds)),
    "retry-after-ms": String(Math.round(seconds * 1000)),
  };
}

type Answer = Pick<LanguageModelV4GenerateResult, "content" | "finishReason">;

/** An answer that declines. */
export function refusal(): Answer {
  return {
    content: [{ type: "text", text: "I cannot help with that." }],
    finishReason: { unified: "content-filter", raw: "refusal" },
  };
}

/**
 * An answer that is broken: JSON (asked for, or the input of a tool call) ends in the middle though the model says that
 * it is done, any other text is cut off at its half for length.
 */
export function malform({ content, finishReason }: Answer, json: boolean): Answer {
  const broken = content.map((part): LanguageModelV4Content => {
    if (part.type === "tool-call") return { ...part, input: brokenJson(part.input) };
    if (part.type !== "text") return part;
    return {
      ...part,
      text: json ? brokenJson(part.text) : part.text.slice(0, Math.ceil(part.text.length / 2)),
    };
  });
  const cut = !json && content.every((part) => part.type === "text");
  return { content: broken, finishReason: cut ? { unified: "length", raw: "length" } : finishReason };
}

function brokenJson(text: string): string {
  const half = text.slice(0, Math.ceil(text.length / 2));
  try {
    JSON.parse(half);
  } catch {
    return half;
  }
  return `{"broken": ${half}`;
}

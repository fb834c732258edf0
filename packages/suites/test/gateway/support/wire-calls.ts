import { wireCases } from "../../../../core/test/wire/wire-cases.ts";
import type { Gateway } from "../../../src/gateway/gateway.ts";
import type { WireName } from "../../../src/gateway/wires/wire-name.ts";

/** How one wire is called, and what a known bill comes to. */
export interface WireCall {
  wire: WireName;
  model: string;
  /** The full id in the books. */
  modelId: string;
  usage: (typeof wireCases)[number]["usage"];
  costUsd: number;
  path(streamed: boolean): string;
  body(streamed: boolean): Record<string, unknown>;
  headers: Record<string, string>;
  finalStatus: number;
}

const question = "Say hello.";
const asks: Record<
  WireName,
  Pick<WireCall, "model" | "modelId" | "path" | "body" | "headers" | "finalStatus">
> = {
  "anthropic-messages": {
    model: "claude-sonnet-4-5",
    modelId: "anthropic/claude-sonnet-4-5",
    path: () => "/v1/messages",
    body: (stream) => ({
      model: "claude-sonnet-4-5",
      max_tokens: 100,
      stream,
      messages: [{ role: "user", content: question }],
    }),
    headers: { "x-api-key": "dummy", "anthropic-version": "2023-06-01" },
    finalStatus: 402,
  },
  "openai-responses": {
    model: "gpt-5-mini",
    modelId: "openai/gpt-5-mini",
    path: () => "/v1/responses",
    body: (stream) => ({ model: "gpt-5-mini", stream, input: question }),
    headers: { authorization: "Bearer dummy" },
    finalStatus: 400,
  },
  "openai-chat": {
    model: "gpt-4o",
    modelId: "openai/gpt-4o",
    path: () => "/v1/chat/completions",
    body: (stream) => ({
      model: "gpt-4o",
      stream,
      ...(stream && { stream_options: { include_usage: true } }),
      messages: [{ role: "user", content: question }],
    }),
    headers: { authorization: "Bearer dummy" },
    finalStatus: 402,
  },
  gemini: {
    model: "gemini-2.5-pro",
    modelId: "google/gemini-2.5-pro",
    path: (stream) =>
      stream
        ? "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse"
        : "/v1beta/models/gemini-2.5-pro:generateContent",
    body: () => ({ contents: [{ role: "user", parts: [{ text: question }] }] }),
    headers: { "x-goog-api-key": "dummy" },
    finalStatus: 402,
  },
};

/** Every wire. */
export const wireCalls: readonly WireCall[] = wireCases.map(({ wire, usage, costUsd }) => ({
  wire,
  usage,
  costUsd,
  ...asks[wire],
}));

/** Every wire, with and without a stream. */
export const everyCall = wireCalls.flatMap((each) =>
  [false, true].map((streamed) => ({
    ...each,
    streamed,
    name: `${each.wire}, ${streamed ? "SSE" : "JSON"}`,
  })),
);

/** Calls through a gateway, or straight to the server of `url`. */
export function ask(
  to: Gateway | { url: string },
  call: WireCall,
  streamed: boolean,
  changes: { body?: Record<string, unknown>; headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
  return fetch(`${to.url}${call.path(streamed)}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...call.headers, ...changes.headers },
    body: JSON.stringify({ ...call.body(streamed), ...changes.body }),
    ...(changes.signal && { signal: changes.signal }),
  });
}

/** The same, read to its end. */
export async function askText(...args: Parameters<typeof ask>): Promise<{ status: number; text: string }> {
  const response = await ask(...args);
  return { status: response.status, text: await response.text() };
}

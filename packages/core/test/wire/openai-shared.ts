import type { WireRefusal } from "./wire.ts";

/** Headers of OpenAI's APIs. */
export function openaiHeaders(requestId: string): Record<string, string> {
  return { "x-request-id": requestId, "openai-version": "2020-10-01", "openai-processing-ms": "42" };
}

/** The error body of OpenAI's APIs. */
export function openaiRefusal({ status, error, message }: WireRefusal): unknown {
  const byStatus: Record<number, string> = { 401: "invalid_request_error", 429: "rate_limit_exceeded" };
  const type = error ?? byStatus[status] ?? "server_error";
  return { error: { message: message ?? "Refused", type, param: null, code: type } };
}

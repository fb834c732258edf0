import { piecesOf, textOf, type Wire, type WireAnswer, type WireEvent, type WireRequest } from "./wire.ts";

/** Google's Gemini API, v1beta. Every chunk of a stream counts the tokens so far; there is no closing event. */
export const gemini: Wire = {
  name: "gemini",
  matches: (path) => /^\/v1beta\/models\/[^/]+:(generateContent|streamGenerateContent)(\?.*)?$/.test(path),
  isStreamed: (path) => path.includes(":streamGenerateContent"),
  modelOf: (path) => /models\/([^:]+):/.exec(path)?.[1] ?? "",
  headers: () => ({ "x-content-type-options": "nosniff", server: "scaffolding on HTTPServer2" }),
  json: (answer, request) =>
    chunk(request, parts(answer), finishReason(answer), usage(answer, answer.usage.output)),
  events(answer, request) {
    const pieces = streamedParts(answer);
    return pieces.map((piece, index): WireEvent => {
      const last = index === pieces.length - 1;
      const written = Math.floor((answer.usage.output * (index + 1)) / pieces.length);
      const data = chunk(request, [piece], last ? finishReason(answer) : undefined, usage(answer, written));
      return { data, closing: last };
    });
  },
  errorEvent: (status, message) => ({
    data: { error: { code: statusCodes[status] ?? 500, message, status } },
  }),
  refusal: ({ status, error, message }) => {
    const byCode = Object.entries(statusCodes).find(([, code]) => code === status)?.[0];
    return { error: { code: status, message: message ?? "Refused", status: error ?? byCode ?? "INTERNAL" } };
  },
};

const statusCodes: Record<string, number> = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
};

function chunk(request: WireRequest, content: object[], finish: string | undefined, usageMetadata: object) {
  return {
    candidates: [
      { content: { parts: content, role: "model" }, ...(finish && { finishReason: finish }), index: 0 },
    ],
    usageMetadata,
    modelVersion: request.model,
    responseId: request.requestId.replace("req_", ""),
  };
}

function usage({ usage: { input, cacheRead, reasoning = 0 } }: WireAnswer, written: number) {
  const thoughts = Math.min(reasoning, written);
  return {
    promptTokenCount: input,
    candidatesTokenCount: written - thoughts,
    totalTokenCount: input + written,
    ...(cacheRead !== undefined && { cachedContentTokenCount: cacheRead }),
    promptTokensDetails: [{ modality: "TEXT", tokenCount: input }],
    ...(thoughts > 0 && { thoughtsTokenCount: thoughts }),
  };
}

function parts(answer: WireAnswer): object[] {
  return [
    ...(answer.reasoning ? [{ text: answer.reasoning.join(""), thought: true }] : []),
    ...(piecesOf(answer).length ? [{ text: textOf(answer) }] : []),
    ...calls(answer),
  ];
}

function streamedParts(answer: WireAnswer): object[] {
  return [
    ...(answer.reasoning ?? []).map((text) => ({ text, thought: true })),
    ...piecesOf(answer).map((text) => ({ text })),
    ...calls(answer),
  ];
}

function calls(answer: WireAnswer): object[] {
  return (answer.toolCalls ?? []).map(({ name, args }) => ({ functionCall: { name, args } }));
}

function finishReason(answer: WireAnswer): string {
  return answer.finish === "length" ? "MAX_TOKENS" : "STOP";
}

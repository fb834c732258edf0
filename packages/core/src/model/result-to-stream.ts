import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";

/** How a whole answer is cut into pieces. */
export interface ResultToStreamOptions {
  /** Most pieces a text is cut into, at least 1; 4 when absent. */
  deltas?: number;
  /** Awaited before each part; what it throws breaks the stream with that error. */
  beforePart?: (index: number, parts: number) => Promise<void>;
}

/** A whole answer as a stream says it: the same content, finish reason, usage and metadata. */
export function resultToStream(
  result: LanguageModelV4GenerateResult,
  options: ResultToStreamOptions = {},
): ReadableStream<LanguageModelV4StreamPart> {
  const parts = streamParts(result, Math.max(1, options.deltas ?? 4));
  const { beforePart } = options;
  let index = 0;
  return new ReadableStream({
    async pull(controller) {
      if (beforePart) await beforePart(index, parts.length);
      controller.enqueue(parts[index]!);
      index += 1;
      if (index === parts.length) controller.close();
    },
  });
}

function streamParts(result: LanguageModelV4GenerateResult, deltas: number): LanguageModelV4StreamPart[] {
  const parts: LanguageModelV4StreamPart[] = [{ type: "stream-start", warnings: result.warnings }];
  const { id, modelId, timestamp } = result.response ?? {};
  if (id !== undefined || modelId !== undefined || timestamp !== undefined) {
    parts.push({ type: "response-metadata", id, modelId, timestamp });
  }
  result.content.forEach((content, index) => {
    parts.push(...contentParts(content, String(index), deltas));
  });
  parts.push({
    type: "finish",
    finishReason: result.finishReason,
    usage: result.usage,
    ...(result.providerMetadata && { providerMetadata: result.providerMetadata }),
  });
  return parts;
}

function contentParts(
  content: LanguageModelV4Content,
  id: string,
  deltas: number,
): LanguageModelV4StreamPart[] {
  const metadata = content.providerMetadata && { providerMetadata: content.providerMetadata };
  switch (content.type) {
    case "text":
      return [
        { type: "text-start", id },
        ...pieces(content.text, deltas).map((delta) => ({ type: "text-delta", id, delta }) as const),
        { type: "text-end", id, ...(content.citations && { citations: content.citations }), ...metadata },
      ];
    case "reasoning":
      return [
        { type: "reasoning-start", id },
        ...pieces(content.text, deltas).map((delta) => ({ type: "reasoning-delta", id, delta }) as const),
        { type: "reasoning-end", id, ...metadata },
      ];
    case "tool-call":
      return [
        { type: "tool-input-start", id: content.toolCallId, toolName: content.toolName },
        ...pieces(content.input, deltas).map(
          (delta) => ({ type: "tool-input-delta", id: content.toolCallId, delta }) as const,
        ),
        { type: "tool-input-end", id: content.toolCallId },
        content,
      ];
    default:
      return [content];
  }
}

function pieces(text: string, most: number): string[] {
  if (text === "") return [];
  // By code points, so that no character is torn in two.
  const points = Array.from(text);
  const size = Math.ceil(points.length / most);
  const cut: string[] = [];
  for (let at = 0; at < points.length; at += size) cut.push(points.slice(at, at + size).join(""));
  return cut;
}

import { isZero, notLess } from "./not-less.ts";
import type { BilledUsage } from "./rates.ts";
import { isOddCount } from "./token-count.ts";
import { anthropicUsage, geminiUsage, openaiUsage, type ReadUsage } from "./usage-on-wire.ts";

/** Tokens read off the wire; `final` when the provider has counted the whole call, in numbers that a call can have. */
export interface WireUsage {
  usage: BilledUsage;
  final: boolean;
}

type Json = Record<string, any>;

/**
 * The usage in one raw chunk of a stream, if there is any: Anthropic Messages, OpenAI Responses and Chat, Gemini.
 * `before` is what earlier chunks said: no count falls below it, and zeros after it say nothing. Anything else is
 * passed over.
 */
export function readWireUsage(chunk: unknown, before?: WireUsage): WireUsage | undefined {
  const told = usageIn(chunk);
  if (!told) return before;
  const { reported, read, last } = told;
  const isSane = isSaneUsage(reported);
  if (before && isSane && isZero(read(reported))) return before;
  return { usage: notLess(read(reported, before?.usage), before?.usage), final: last && isSane };
}

/**
 * The usage of an answer that came whole, be it one that the model failed to give: as JSON of any of the four wires, or
 * as the last event of a stream. Undefined when it counts nothing that was read.
 */
export function readAnswerUsage(answer: unknown): WireUsage | undefined {
  const chunks: unknown[] = Array.isArray(answer) ? answer : [answer];
  let known: WireUsage | undefined;
  for (const chunk of chunks) known = readWireUsage(chunk, known);
  if (!known || known.usage.inputTokens === 0) return undefined;
  // Gemini does not always say how it ended; an odd number is not the last word, whoever says it.
  const isSane = chunks.every((chunk) => isSaneUsage(rawUsageIn(chunk)));
  return { usage: known.usage, final: isSane };
}

/** The usage in one raw chunk or whole answer as it is on the wire; undefined when there is none. */
export function rawUsageIn(chunk: unknown): unknown {
  return usageIn(chunk)?.reported;
}

interface Told {
  /** As it is on the wire. */
  reported: Json;
  read: ReadUsage;
  /** Does nothing come after it? */
  last: boolean;
}

function usageIn(chunk: unknown): Told | undefined {
  const { type, usage, usageMetadata, message, response, candidates, choices } = Object(chunk) as Json;
  const told = (reported: unknown, read: Told["read"], last: boolean): Told | undefined =>
    typeof reported === "object" && reported !== null ? { reported, read, last } : undefined;
  switch (type) {
    case "message_start":
      return told(message?.usage, anthropicUsage, false);
    case "message_delta":
    case "message":
      return told(usage, anthropicUsage, true);
    case "response.completed":
    case "response.incomplete":
    case "response.failed":
      return told(response?.usage, openaiUsage, true);
    case undefined:
      if (usageMetadata) return told(usageMetadata, geminiUsage, candidates?.[0]?.finishReason != null);
      // Moonshot counts within the last choice of a stream.
      return told(usage ?? choices?.[0]?.usage, openaiUsage, true);
    default:
      return undefined;
  }
}

/** What the four wires call the tokens that make up a bill. */
const billedNames = [
  ...["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens"],
  ...["prompt_tokens", "completion_tokens"],
  ...["promptTokenCount", "toolUsePromptTokenCount", "candidatesTokenCount", "thoughtsTokenCount"],
];

/** Has usage, as it was on the wire, none but numbers that a call can have? */
export function isSaneUsage(reported: unknown): boolean {
  return !billedNames.some((name) => isOddCount((Object(reported) as Json)[name]));
}

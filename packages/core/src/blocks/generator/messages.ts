import type {
  LanguageModelV4Content,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4TextPart,
} from "@ai-sdk/provider";
import { messageOf } from "../../errors/as-error.ts";
import { callArguments } from "./call-arguments.ts";
import type { HistoryMessage } from "./generator-config.ts";

type AssistantPart = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];

/** A user message of whatever the user slot gave: text, parts, the message of an error, or anything else as JSON. */
export function userMessage(value: unknown): LanguageModelV4Message {
  if (isParts(value)) return { role: "user", content: [...value] };
  return { role: "user", content: [{ type: "text", text: asText(value) }] };
}

/**
 * The value as a model can read it. The JSON of an error, which a block that rescues is given, does not say what it is.
 */
function asText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return messageOf(value);
  return JSON.stringify(value) ?? "";
}

/** A message from before in the model's own form. */
export function historyMessage(message: HistoryMessage): LanguageModelV4Message {
  if (typeof message.content !== "string" || message.role === "system")
    return message as LanguageModelV4Message;
  return { role: message.role, content: [{ type: "text", text: message.content }] } as LanguageModelV4Message;
}

/** What the model answered, as it goes back to it: all that it needs again, signatures and metadata included. */
export function assistantMessage(content: readonly LanguageModelV4Content[]): LanguageModelV4Message {
  return { role: "assistant", content: content.flatMap(assistantPart) };
}

function assistantPart(part: LanguageModelV4Content): AssistantPart[] {
  const options = part.providerMetadata && { providerOptions: part.providerMetadata };
  switch (part.type) {
    case "text":
      // Providers refuse empty text that carries nothing, and Anthropic one of blanks.
      return part.text.trim() === "" && !options ? [] : [{ type: "text", text: part.text, ...options }];
    case "reasoning":
      return [{ type: "reasoning", text: part.text, ...options }];
    case "reasoning-file":
      return [{ type: "reasoning-file", mediaType: part.mediaType, data: part.data, ...options }];
    case "file":
      return [{ type: "file", mediaType: part.mediaType, data: part.data, ...options }];
    case "custom":
      return [{ type: "custom", kind: part.kind, ...options }];
    case "tool-call": {
      const { toolCallId, toolName, providerExecuted } = part;
      // Providers take nothing but an object back.
      const input = callArguments(part) ?? {};
      return [
        {
          type: "tool-call",
          toolCallId,
          toolName,
          input,
          ...(providerExecuted && { providerExecuted }),
          ...options,
        },
      ];
    }
    case "tool-result": {
      const { toolCallId, toolName, isError } = part;
      const output = { type: isError ? ("error-json" as const) : ("json" as const), value: part.result };
      return [{ type: "tool-result", toolCallId, toolName, output, ...options }];
    }
    default:
      return [];
  }
}

function isParts(value: unknown): value is readonly (LanguageModelV4TextPart | LanguageModelV4FilePart)[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every(
    (part) => (part?.type === "text" && typeof part.text === "string") || part?.type === "file",
  );
}

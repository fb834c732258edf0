import { freeCallId } from "@flow-state-dev/core";
import { isNestedDeeper } from "../gateway/nesting.ts";
import type { AssistantMessage, ModelAnswer } from "./model-types.ts";
import { bareName } from "./tools/bare-name.ts";

/** A tool call as the model wrote it. */
export interface ModelToolCall {
  /** Unique in the conversation. */
  id: string;
  /** As the model wrote it. */
  toolName: string;
  /** As it is sent back, which every provider takes. */
  sentName: string;
  /** JSON text, if the model kept to it. */
  json: string;
}

/** What a model said. */
export interface ReadAnswer {
  text: string;
  reasoning: string;
  calls: ModelToolCall[];
  /** The answer as it is sent back, everything signed or encrypted in it included. */
  message: AssistantMessage;
}

type Part = AssistantMessage["content"][number];

/** Stands for an answer with nothing in it, since no provider takes an empty message. */
const nothing = "(no answer)";
/** Levels of the deepest arguments that are sent back as they are: whoever writes them takes as much stack. */
const mostLevels = 100;

/**
 * Reads an answer and makes the message for the next request: everything is kept as it was, but names and ids that a
 * provider would refuse, and arguments that are no JSON. `turn` makes ids unique.
 */
export function readAnswer(answer: ModelAnswer, turn: number, usedIds: Set<string>): ReadAnswer {
  const texts: string[] = [];
  const thoughts: string[] = [];
  const calls: ModelToolCall[] = [];
  const content: Part[] = [];
  for (const part of answer.content) {
    const signed = part.providerMetadata && { providerOptions: part.providerMetadata };
    if (part.type === "text") {
      // Anthropic refuses to read again what has nothing but blanks.
      if (part.text === "" || (part.text.trim() === "" && !signed)) continue;
      texts.push(part.text);
      content.push({ type: "text", text: part.text, ...signed });
    } else if (part.type === "reasoning") {
      thoughts.push(part.text);
      content.push({ type: "reasoning", text: part.text, ...signed });
    } else if (part.type === "tool-call" && !part.providerExecuted) {
      const { toolName, input: json } = part;
      const sentName = sendable(toolName);
      const call = { id: freeCallId(part.toolCallId, turn, usedIds), toolName, sentName, json };
      calls.push(call);
      content.push({
        type: "tool-call",
        toolCallId: call.id,
        toolName: sentName,
        input: inputOf(part.input),
        ...signed,
      });
    }
  }
  const says = content.some((part) => part.type !== "reasoning");
  if (!says) content.push({ type: "text", text: nothing });
  return {
    text: texts.join("\n"),
    reasoning: thoughts.join("\n"),
    calls,
    message: { role: "assistant", content },
  };
}

function sendable(toolName: string): string {
  const bare = bareName(toolName);
  // What every object has, packages of providers take for a tool of theirs.
  return /^[\w-]{1,64}$/.test(bare) && !(bare in {}) ? bare : "unknown";
}

/** Providers take objects only. */
function inputOf(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (isObject && !isNestedDeeper(value, mostLevels)) return value as Record<string, unknown>;
  } catch {
    // Shown to the model as it wrote it.
  }
  return json.trim() === "" ? {} : { unreadable: json.slice(0, 2_000) };
}

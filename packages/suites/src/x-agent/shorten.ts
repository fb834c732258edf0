import type { AssistantMessage, Message, ToolMessage } from "./model-types.ts";

/** Messages with less in them. */
export interface Shortened {
  messages: Message[];
  freedBytes: number;
}

const removed = "[output removed to make room; run the tool again if you need it]";
const longestKeptText = 200;
/** The newest messages stay as they are: what the model works on, and what last went wrong. */
const keptMessages = 6;

/**
 * Takes the longest things out of old messages until `wantedBytes` are free, in one go, since every change costs the
 * provider's cache: first the output of tools, then what calls wrote. System, task, what the model said, and which
 * tools it called on what, stay; a call and its result are never parted.
 */
export function shorten(messages: readonly Message[], wantedBytes: number): Shortened {
  const end = Math.max(2, messages.length - keptMessages);
  const shortened = [...messages];
  let freedBytes = 0;
  for (const cut of [cutResults, cutCalls]) {
    for (let at = 2; at < end && freedBytes < wantedBytes; at++) {
      const message = shortened[at]!;
      const shorter = cut(message);
      const freed = JSON.stringify(message).length - JSON.stringify(shorter).length;
      if (freed <= 0) continue;
      shortened[at] = shorter;
      freedBytes += freed;
    }
  }
  return { messages: shortened, freedBytes };
}

function cutResults(message: Message): Message {
  if (message.role !== "tool") return message;
  const content = message.content.map((part): ToolMessage["content"][number] => {
    if (part.type !== "tool-result") return part;
    const { output } = part;
    if (output.type !== "text" && output.type !== "error-text") return part;
    return output.value.length <= longestKeptText
      ? part
      : { ...part, output: { type: output.type, value: removed } };
  });
  return { ...message, content };
}

function cutCalls(message: Message): Message {
  if (message.role !== "assistant") return message;
  const content = message.content.map((part): AssistantMessage["content"][number] => {
    if (part.type !== "tool-call" || typeof part.input !== "object" || part.input === null) return part;
    const input = Object.fromEntries(
      Object.entries(part.input).map(([name, value]) => [
        name,
        typeof value === "string" && value.length > longestKeptText
          ? `${value.slice(0, longestKeptText).toWellFormed()} [cut to make room]`
          : value,
      ]),
    );
    return { ...part, input };
  });
  return { ...message, content };
}

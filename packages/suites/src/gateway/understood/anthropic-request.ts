import { type Json, objectOf } from "../wires/json.ts";
import { itemsOf, type RequestReading } from "./request-reading.ts";

const fields: ReadonlySet<string> = new Set([
  ...["model", "messages", "system", "max_tokens", "stream", "metadata", "stop_sequences"],
  ...["temperature", "top_p", "top_k", "tools", "tool_choice", "thinking", "service_tier", "speed"],
  ...["cache_control", "context_management", "output_config", "output_format", "betas"],
  // What OpenRouter and other servers add.
  ...["provider", "reasoning", "user", "session_id", "keep_alive", "options"],
]);

const blocks: ReadonlySet<unknown> = new Set([
  ...["text", "image", "document", "search_result", "thinking", "redacted_thinking", "tool_reference"],
  ...["tool_use", "server_tool_use", "mcp_tool_use", "tool_result", "compaction"],
]);

/** Tools that the agent carries out itself; all others are Anthropic's. */
export function isAgentTool(tool: Json): boolean {
  const { type } = tool;
  return (
    type == null || (typeof type === "string" && /^(custom$|(bash|text_editor|computer|memory)_)/.test(type))
  );
}

/** Reads a request to the Messages API. */
export function readAnthropic(body: Json, reading: RequestReading): void {
  reading.known(body, fields);
  reading.number(body.max_tokens, "max_tokens");
  // Clearing what is old is free; a summary is one more call inside the call.
  reading.each(objectOf(body.context_management).edits, ({ type }) => {
    if (typeof type !== "string" || !type.startsWith("clear_")) reading.unseen.push("context_management");
  });
  reading.tools = itemsOf(body.tools).length;
  readContent(body.system, reading);
  reading.each(body.messages, ({ content }) => {
    reading.messages += 1;
    readContent(content, reading);
  });
}

function readContent(content: unknown, reading: RequestReading): void {
  reading.each(content, (block) => {
    const { type } = block;
    if (!blocks.has(type) && !(typeof type === "string" && type.endsWith("_tool_result"))) {
      reading.unseen.push(`content of type ${JSON.stringify(type)}`);
    }
    if (type === "image" || type === "document") readSource(objectOf(block.source), type, reading);
    if (type === "tool_result") readContent(block.content, reading);
  });
}

function readSource(source: Json, type: string, reading: RequestReading): void {
  switch (source.type) {
    case "text":
      return;
    case "content":
      readContent(source.content, reading);
      return;
    case "base64":
      if (typeof source.data === "string") reading.file(source.media_type, source.data.length);
      return;
    default:
      reading.address(source.url ?? source.file_id ?? "", `${type}.source`, type === "image");
  }
}

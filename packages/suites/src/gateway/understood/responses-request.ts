import { type Json, listOf, objectOf } from "../wires/json.ts";
import type { RequestReading } from "./request-reading.ts";

/**
 * Left out on purpose: `previous_response_id`, `conversation`, `prompt`, `context_management`, and OpenRouter's
 * `models`.
 */
const fields: ReadonlySet<string> = new Set([
  ...["model", "input", "instructions", "stream", "stream_options", "max_output_tokens", "max_tool_calls"],
  ...["tools", "tool_choice", "parallel_tool_calls", "reasoning", "text", "include", "store", "background"],
  ...["metadata", "client_metadata", "user", "safety_identifier", "service_tier", "truncation"],
  ...["prompt_cache_key", "prompt_cache_retention", "temperature", "top_p", "top_logprobs"],
  ...["provider", "session_id", "usage", "frequency_penalty", "presence_penalty", "seed"],
]);

/** Items that hold all that they stand for. */
const items: ReadonlySet<unknown> = new Set([
  ...["message", "reasoning", "function_call", "function_call_output", "custom_tool_call"],
  ...["custom_tool_call_output", "local_shell_call", "local_shell_call_output", "shell_call"],
  ...["shell_call_output", "apply_patch_call", "apply_patch_call_output", "web_search_call"],
  ...["computer_call", "computer_call_output", "tool_search_call", "tool_search_output"],
  ...["compaction", "compaction_summary", "ghost_snapshot"],
]);

const parts: ReadonlySet<unknown> = new Set([
  ...["input_text", "output_text", "text", "refusal", "summary_text", "reasoning_text", "encrypted_content"],
  ...["input_image", "input_file", "input_audio", "computer_screenshot"],
]);

/** Tools that the agent carries out itself; all others are OpenAI's. */
export function isAgentTool(tool: Json): boolean {
  switch (tool.type) {
    case "function":
    case "custom":
    case "local_shell":
    case "apply_patch":
    case "computer":
    case "computer_use_preview":
      return true;
    case "shell":
      return objectOf(tool.environment).type === "local";
    case "tool_search":
      return tool.execution === "client";
    case "namespace":
      return listOf(tool.tools).map(objectOf).every(isAgentTool);
    default:
      return false;
  }
}

/** Reads a request to the Responses API. */
export function readResponses(body: Json, reading: RequestReading): void {
  reading.known(body, fields);
  reading.number(body.max_output_tokens, "max_output_tokens");
  reading.tools = listOf(body.tools).length;
  reading.each(body.input, (item) => {
    reading.messages += 1;
    readItem(item, reading);
  });
}

function readItem(item: Json, reading: RequestReading): void {
  const { type, role, id, content, output, encrypted_content: sealed } = item;
  // An item that says nothing but its id is a reference, also without a type.
  if (type == null ? role == null : !items.has(type)) {
    return void reading.unseen.push(`an item of type ${JSON.stringify(type ?? "item_reference")}`);
  }
  // What was thought and is kept by the provider is found by its id.
  if (type === "reasoning" && id != null && sealed == null && content == null) {
    reading.unseen.push("reasoning without its encrypted_content");
  }
  readParts(content, reading);
  readParts(Array.isArray(output) ? output : [output], reading);
}

function readParts(content: unknown, reading: RequestReading): void {
  for (const each of listOf(content)) {
    if (typeof each !== "object" || each === null) continue;
    const part = objectOf(each);
    const { type, image_url: image, file_id: id, file_data: data, file_url: url, input_audio: audio } = part;
    if (type === "input_image" || type === "computer_screenshot") {
      reading.address(image ?? id, String(type), true);
    } else if (type === "input_file") {
      if (url != null || id != null)
        reading.unseen.push(url != null ? "input_file.file_url" : "input_file.file_id");
      // Whatever it calls itself, it may be read as text.
      if (typeof data === "string") reading.file("file", data.length);
    } else if (type === "input_audio") {
      const sound = objectOf(audio).data;
      if (typeof sound === "string") reading.file("audio", sound.length);
    } else if (type !== undefined && !parts.has(type)) {
      reading.unseen.push(`content of type ${JSON.stringify(type)}`);
    }
  }
}

import { type Json, listOf, objectOf } from "../wires/json.ts";
import type { RequestReading } from "./request-reading.ts";

/**
 * Of OpenAI and of servers that speak its wire. Left out on purpose: `web_search_options`, `plugins`, `enable_search`,
 * `prediction`, `audio`, `best_of`, `models`.
 */
const fields: ReadonlySet<string> = new Set([
  ...["model", "messages", "stream", "stream_options", "max_tokens", "max_completion_tokens", "n", "stop"],
  ...["tools", "tool_choice", "parallel_tool_calls", "functions", "function_call", "response_format"],
  ...["temperature", "top_p", "top_k", "min_p", "top_a", "seed", "presence_penalty", "frequency_penalty"],
  ...["repetition_penalty", "logit_bias", "logprobs", "top_logprobs", "user", "metadata", "store"],
  ...["service_tier", "reasoning_effort", "reasoning", "include_reasoning", "reasoning_format", "verbosity"],
  ...["modalities", "prompt_cache_key", "prompt_cache_retention", "safety_identifier", "usage", "provider"],
  ...["thinking", "enable_thinking", "thinking_budget", "chat_template_kwargs", "cache_control", "think"],
  ...[
    "keep_alive",
    "options",
    "session_id",
    "extra_body",
    "reasoning_split",
    "tool_stream",
    "context_length",
  ],
]);

const parts: ReadonlySet<unknown> = new Set([
  ...["text", "image_url", "input_audio", "file", "video_url", "refusal", "thinking", "reasoning"],
]);

/** Tools that the agent carries out itself; all others are the server's. */
export function isAgentTool({ type, function: called }: Json): boolean {
  return type === "function" || type === "custom" || (type == null && called != null);
}

/** Reads a request to the Chat Completions API. */
export function readChat(body: Json, reading: RequestReading): void {
  reading.known(body, fields);
  reading.known(objectOf(body.extra_body), fields, "extra_body.");
  for (const name of ["n", "max_tokens", "max_completion_tokens"]) reading.number(body[name], name);
  if (listOf(body.modalities).some((each) => each !== "text")) reading.unseen.push("modalities");
  reading.tools = listOf(body.tools).length + listOf(body.functions).length;
  reading.each(body.messages, ({ content, audio }) => {
    reading.messages += 1;
    if (audio != null) reading.unseen.push("messages.audio");
    reading.each(content, (part) => readPart(part, reading));
  });
}

function readPart(part: Json, reading: RequestReading): void {
  const { type, image_url: image, video_url: video, input_audio: audio } = part;
  if (type !== undefined && !parts.has(type)) {
    reading.unseen.push(`content of type ${JSON.stringify(type)}`);
  } else if (type === "image_url") {
    reading.address(typeof image === "string" ? image : objectOf(image).url, "image_url", true);
  } else if (type === "video_url") {
    reading.address(objectOf(video).url, "video_url", false);
  } else if (type === "input_audio") {
    const sound = objectOf(audio).data;
    if (typeof sound === "string") reading.file("audio", sound.length);
  } else if (type === "file") {
    const { file_id: id, file_data: data } = objectOf(part.file);
    if (id != null) reading.unseen.push("file.file_id");
    const isHere = typeof data === "string" && !/^https?:/i.test(data);
    // Whatever it calls itself, it may be read as text.
    if (isHere) reading.file("file", data.length);
    else if (data != null) reading.unseen.push("file.file_data");
  }
}

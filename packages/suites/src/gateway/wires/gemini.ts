import { geminiUsage } from "@flow-state-dev/core";
import { valuesOf } from "../understood/proto-names.ts";
import type { Answer } from "./answer.ts";
import { answersOf, errorOf, inputText, type Json, limitOf, listOf, objectOf } from "./json.ts";
import { afterLastAnswer, type NewContent, summarize } from "./request-summary.ts";
import { frame, type GatewayWire, type ToldError } from "./wire.ts";

/** Google's Gemini API. Every chunk counts the tokens so far; what was thought comes on top of what was said. */
export const gemini: GatewayWire = {
  name: "gemini",
  finalStatus: 402,
  isStreamed: () => false,
  outputLimit: (body) => limitOf(...settingsOf(body, "maxOutputTokens")),
  limitOutput(body, tokens) {
    const name = body.generation_config ? "generation_config" : "generationConfig";
    const { max_output_tokens: _, ...settings } = objectOf(body[name]);
    body[name] = { ...settings, maxOutputTokens: tokens };
  },
  answers: (body) => answersOf(...settingsOf(body, "candidateCount")),

  summary(body) {
    const contents = listOf(body.contents).map(objectOf);
    const declared = listOf(body.tools).flatMap((tool) => {
      const { functionDeclarations, function_declarations: other } = objectOf(tool);
      return listOf(functionDeclarations ?? other);
    });
    return summarize({
      system: partsText(objectOf(body.systemInstruction ?? body.system_instruction).parts),
      messages: contents.length,
      tools: declared.map((each) => objectOf(each).name),
      news: afterLastAnswer(contents, ({ role }) => role === "model").flatMap(newsIn),
      maxOutputTokens: gemini.outputLimit(body),
    });
  },

  readEvent: readChunk,

  readWhole(whole, answer) {
    // Without server-sent events a stream is one list of chunks.
    const chunks = (Array.isArray(whole) ? whole : [whole]).map(objectOf);
    for (const chunk of chunks) readChunk(chunk, answer);
    // One that has nothing to say may lack a reason for its end; what it read is counted all the same.
    if (chunks.some(({ usageMetadata }) => usageMetadata)) answer.ended = answer.counted = true;
  },

  errorBody,
  errorFrames: (error) => frame(errorBody(error)),
};

function errorBody({ status, message, final }: ToldError) {
  const byStatus: Record<number, string> = {
    400: "INVALID_ARGUMENT",
    404: "NOT_FOUND",
    413: "INVALID_ARGUMENT",
    502: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
  };
  const name = final ? "FAILED_PRECONDITION" : (byStatus[status] ?? "INTERNAL");
  return { error: { code: status, message, status: name } };
}

/** What a setting is set to, under any of its names. */
function settingsOf(body: Json, name: string): unknown[] {
  return valuesOf(body, "generationConfig").flatMap((config) => valuesOf(objectOf(config), name));
}

function readChunk(chunk: Json, answer: Answer): void {
  answer.identify(chunk.responseId, chunk.modelVersion);
  const candidates = listOf(chunk.candidates).map(objectOf);
  for (const candidate of candidates) readCandidate(candidate, answer);
  if (chunk.promptFeedback?.blockReason) {
    answer.finish(chunk.promptFeedback.blockReason);
    answer.ended = true;
  }
  if (chunk.usageMetadata) answer.count(geminiUsage, objectOf(chunk.usageMetadata), answer.ended);
  if (chunk.error) answer.fail(errorOf(chunk.error).message, errorOf(chunk.error).status);
}

function readCandidate({ content, finishReason, index }: Json, answer: Answer): void {
  for (const each of listOf(objectOf(content).parts)) {
    const { text, thought, functionCall, executableCode } = objectOf(each);
    answer.addBytes(objectOf(executableCode).code);
    if (index) for (const piece of [text, inputText(objectOf(functionCall).args)]) answer.addBytes(piece);
    else if (thought === true) answer.reasoning.add(text);
    else answer.text.add(text);
    if (functionCall && !index) {
      const { id, name, args } = objectOf(functionCall);
      const number = answer.toolCalls.length + 1;
      answer.toolCall({}, id ?? `call_${number}`, name).input.add(JSON.stringify(args ?? {}));
    }
  }
  if (finishReason == null) return;
  answer.finish(finishReason);
  answer.endOne(index);
}

function partsText(parts: unknown): string {
  return listOf(parts)
    .map((part) => {
      const { text, inlineData, fileData } = objectOf(part);
      return typeof text === "string" ? text : inlineData || fileData ? "[file]" : "";
    })
    .filter((text) => text !== "")
    .join("\n");
}

function newsIn({ parts }: Json): NewContent[] {
  const news: NewContent[] = [];
  for (const part of listOf(parts)) {
    const { functionResponse } = objectOf(part);
    if (!functionResponse) continue;
    const { id, name, response } = objectOf(functionResponse);
    const { output, error } = objectOf(response);
    const told = error ?? output ?? response;
    news.push({
      type: "tool-result",
      id: typeof id === "string" ? id : "",
      tool: typeof name === "string" ? name : null,
      text: typeof told === "string" ? told : (JSON.stringify(told) ?? ""),
      ok: error === undefined,
    });
  }
  const said = partsText(parts);
  return said === "" ? news : [...news, { type: "user", text: said }];
}

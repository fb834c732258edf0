import { openaiUsage, toFinishReason } from "@flow-state-dev/core";
import type { Answer } from "./answer.ts";
import { answersOf, errorOf, idOf, inputText, isTrue, type Json, limitOf, listOf, objectOf } from "./json.ts";
import { afterLastAnswer, contentText, type NewContent, summarize } from "./request-summary.ts";
import { frame, type GatewayWire, type ToldError } from "./wire.ts";

/** OpenAI's Chat Completions API. A stream counts its tokens only when it is asked to. */
export const openaiChat: GatewayWire = {
  name: "openai-chat",
  finalStatus: 402,
  isStreamed: (body) => isTrue(body.stream),
  // A server heeds one of the two names, and who knows which.
  outputLimit: (body) => limitOf(body.max_completion_tokens, body.max_tokens),
  limitOutput(body, tokens, provider) {
    delete body.max_completion_tokens;
    delete body.max_tokens;
    // Servers of others know the old name; OpenAI's newer models only the new one.
    if (provider === "openai" || provider === "openai-chat") body.max_completion_tokens = tokens;
    else body.max_tokens = tokens;
  },
  answers: (body) => answersOf(body.n),

  summary(body) {
    const messages = listOf(body.messages).map(objectOf);
    const isSystem = ({ role }: Json) => role === "system" || role === "developer";
    return summarize({
      system: messages
        .filter(isSystem)
        .map(({ content }) => contentText(content))
        .join("\n\n"),
      messages: messages.length,
      tools: listOf(body.tools).map((tool) => objectOf(tool).function?.name ?? objectOf(tool).type),
      news: afterLastAnswer(messages, ({ role }) => role === "assistant")
        .filter((message) => !isSystem(message))
        .map(newsIn),
      maxOutputTokens: openaiChat.outputLimit(body),
    });
  },

  readEvent(event, answer) {
    answer.identify(event.id, event.model);
    if (event.error) failWith(errorOf(event.error), answer);
    const choices = listOf(event.choices).map(objectOf);
    for (const choice of choices) readChoice(choice, answer, choice.delta);
    // Moonshot counts within the last choice.
    const usage = event.usage ?? choices.find((choice) => choice.usage)?.usage;
    // Some servers count in every chunk; what they say before the end is not the whole.
    if (usage) answer.count(openaiUsage, objectOf(usage), answer.ended || isUsageChunk(event));
  },

  readWhole(whole, answer) {
    const completion = objectOf(whole);
    answer.identify(completion.id, completion.model);
    if (completion.error) failWith(errorOf(completion.error), answer);
    const choices = listOf(completion.choices).map(objectOf);
    for (const choice of choices) readChoice(choice, answer, choice.message);
    if (completion.usage) answer.count(openaiUsage, objectOf(completion.usage), true);
    answer.ended = choices.length > 0;
  },

  errorBody,
  errorFrames: (error) => frame(errorBody(error)),
};

/** The error body of both of OpenAI's APIs. */
export function errorBody({ status, message, code, final }: ToldError) {
  const type = final ? "billing_error" : status < 500 ? "invalid_request_error" : "server_error";
  return { error: { message, type, param: null, code: code.replaceAll("-", "_") } };
}

/** The last chunk of a stream, which only says what it cost. */
export function isUsageChunk(event: Json): boolean {
  return Array.isArray(event.choices) && event.choices.length === 0 && Boolean(event.usage) && !event.error;
}

function readChoice(choice: Json, answer: Answer, content: unknown): void {
  readSaid(objectOf(content), answer, choice.index);
  const { finish_reason: reason } = choice;
  if (choice.error) failWith(errorOf(choice.error), answer);
  if (reason == null) return;
  answer.finish(reason);
  answer.endOne(choice.index);
  if (typeof reason === "string" && toFinishReason({ finishReason: reason }).unified === "error")
    answer.fail(`It ended its answer with "${reason}".`, null);
}

function readSaid(said: Json, answer: Answer, place: unknown): void {
  const texts = [...textsIn(said.content), said.refusal];
  const thoughts = thoughtsIn(said);
  const calls = callsIn(said);
  if (place) {
    // Further answers are paid for, but the transcript follows the first.
    for (const piece of [...texts, ...thoughts, ...calls.map(({ input }) => input)]) answer.addBytes(piece);
    return;
  }
  for (const text of texts) answer.text.add(text);
  for (const thought of thoughts) answer.reasoning.add(thought);
  for (const { index, id, name, input } of calls) answer.toolCall(index, id, name).input.add(input);
}

/** Some servers give what was said as a list of parts, with thoughts among them. */
function textsIn(content: unknown): unknown[] {
  return Array.isArray(content) ? content.map((part) => objectOf(part).text) : [content];
}

/** Thoughts have as many names as there are servers; some give them twice. */
function thoughtsIn({ reasoning_content: thought, reasoning, reasoning_details: details, content }: Json) {
  const whole = thought || reasoning;
  const told = whole ? [whole] : listOf(details).map((each) => objectOf(each).text ?? objectOf(each).summary);
  return [...told, ...listOf(content).flatMap((part) => textsIn(objectOf(part).thinking))];
}

/** Calls of tools; before there were several there was one, without a place and an id. */
function callsIn({ tool_calls: calls, function_call: single }: Json) {
  const all = listOf(calls).map(objectOf);
  if (typeof single === "object" && single !== null) all.push({ index: "function_call", function: single });
  return all.map(({ index, id, function: called, custom }, at) => {
    const { name, arguments: args, input } = objectOf(called ?? custom);
    return { index: index ?? at, id, name, input: inputText(args ?? input) };
  });
}

function failWith({ message, type, code }: Json, answer: Answer): void {
  answer.fail(message, typeof code === "string" ? code : type);
}

function newsIn({ role, content, tool_call_id: id }: Json): NewContent {
  if (role !== "tool" && role !== "function") return { type: "user", text: contentText(content) };
  return { type: "tool-result", id: idOf(id), tool: null, text: contentText(content), ok: true };
}

import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { toldUsage } from "../money/told-usage.ts";
import type { GeneratorModel, GeneratorModelOptions, GeneratorModelStreamChunk } from "./generator-model.ts";
import { answerContent, answerMetadata, toFinishReason } from "./generator-model-result.ts";
import { noteStatus } from "./http-status.ts";
import { kindOf, MalformedAnswerError } from "./malformed-answer-error.ts";

/**
 * A plain model as a stream of parts. A model that cannot stream is asked for the whole answer, which then comes in
 * one piece. A stream that ends without its `finish` chunk ends as interrupted, its usage unknown. Cancelling the
 * stream ends the model's iterator.
 */
export function streamGeneratorModel(
  model: GeneratorModel,
  plain: GeneratorModelOptions,
  options: LanguageModelV4CallOptions,
  start: LanguageModelV4StreamPart,
): ReadableStream<LanguageModelV4StreamPart> {
  const parts = streamParts(model, plain, options, start);
  return new ReadableStream({
    async pull(controller) {
      try {
        const next = await parts.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      } catch (error) {
        noteStatus(error);
        controller.error(error);
      }
    },
    cancel() {
      // Not waited for: a model that stands still would keep the one who has turned away.
      parts.return(undefined).catch(() => {});
    },
  });
}

async function* streamParts(
  model: GeneratorModel,
  plain: GeneratorModelOptions,
  options: LanguageModelV4CallOptions,
  start: LanguageModelV4StreamPart,
): AsyncGenerator<LanguageModelV4StreamPart, void> {
  yield start;
  let open: "text" | "reasoning" | undefined;
  let blocks = 0;
  let textSeen = false;
  let finish: LanguageModelV4StreamPart | undefined;
  for await (const chunk of model.stream?.(plain) ?? wholeAnswer(model, plain)) {
    if (chunk.type === "finish") {
      if (open) yield { type: `${open}-end`, id: String(blocks) };
      open = undefined;
      const full = chunk.fullResult ?? {};
      const result = chunk.usage === undefined ? full : { ...full, usage: chunk.usage };
      const answered = textSeen && result.text === undefined ? { ...result, text: "" } : result;
      for (const part of answerContent(model.modelId, answered, options)) {
        if (part.type === "tool-call") yield part;
        if (part.type !== "text" || textSeen) continue;
        const id = String(++blocks);
        yield { type: "text-start", id };
        yield { type: "text-delta", id, delta: part.text };
        yield { type: "text-end", id };
      }
      const usage = toldUsage(result.usage);
      finish = {
        type: "finish",
        usage,
        finishReason: toFinishReason(result),
        providerMetadata: answerMetadata(result),
      };
      break;
    }
    if (isPassedOver(chunk)) continue;
    if (typeof chunk.textDelta !== "string") {
      const problem = `is ${kindOf(chunk.textDelta)}, not a string`;
      throw new MalformedAnswerError(model.modelId, "a textDelta", problem);
    }
    const kind = chunk.type === "text_delta" ? "text" : "reasoning";
    if (kind === "text") textSeen = true;
    if (open !== kind) {
      if (open) yield { type: `${open}-end`, id: String(blocks) };
      yield { type: `${kind}-start`, id: String(++blocks) };
      open = kind;
    }
    yield { type: `${kind}-delta`, id: String(blocks), delta: chunk.textDelta };
  }
  if (open) yield { type: `${open}-end`, id: String(blocks) };
  const interrupted = { unified: "interrupted", raw: undefined } as const;
  yield finish ?? { type: "finish", usage: toldUsage(undefined), finishReason: interrupted };
}

/** What comes of these is in the whole. */
function isPassedOver(
  chunk: GeneratorModelStreamChunk,
): chunk is Exclude<GeneratorModelStreamChunk, { textDelta: string } | { type: "finish" }> {
  return ["tool_input_start", "tool_call_delta", "tool_result", "source_url"].includes(chunk.type);
}

async function* wholeAnswer(
  model: GeneratorModel,
  plain: GeneratorModelOptions,
): AsyncGenerator<GeneratorModelStreamChunk> {
  yield { type: "finish", fullResult: await model.generate(plain) };
}

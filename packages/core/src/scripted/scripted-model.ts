import { createHash } from "node:crypto";
import {
  APICallError,
  type LanguageModelV4CallOptions,
  type LanguageModelV4Content,
  type LanguageModelV4GenerateResult,
} from "@ai-sdk/provider";
import { type Pause, pause as timerPause } from "../clock/pause.ts";
import { type CallContext, callContextOf } from "../model/call-context.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { toModelUsage } from "../model/model-usage.ts";
import { promptText } from "../model/prompt-text.ts";
import { resultToStream } from "../model/result-to-stream.ts";
import { estimateTokens, estimateWritten } from "../money/estimate-tokens.ts";
import type { Script, ScriptCondition, ScriptFailure, ScriptStep } from "./script.ts";
import { NoScriptedAnswerError } from "./script-errors.ts";

/** How a scripted model presents itself. */
export interface ScriptedModelOptions {
  /** Its id, `scripted:<file>` by convention. */
  modelId: string;
  /** The block it was made for; a call whose own context names a block is matched by that instead. */
  blockName?: string;
  /** How latency is waited for. */
  pause?: Pause;
}

/**
 * A model that answers what a script says. It keeps no state: which answer is due follows from the call alone,
 * so that it is right under concurrency and when a run is taken up again.
 */
export function scriptedModel(script: Script, options: ScriptedModelOptions): LanguageModel {
  const { modelId, pause = timerPause } = options;
  // Nobody is billed for a script; a price is there to show what a real model would have cost.
  const price = script.price ?? (script.model === undefined ? { input: 0, output: 0 } : undefined);
  const fingerprint = createHash("sha256").update(JSON.stringify(script)).digest("hex").slice(0, 12);

  async function answer(call: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    call.abortSignal?.throwIfAborted();
    const prompt = promptText(call.prompt);
    const { step, turn } = findStep(script, options, call, prompt);
    if (step.latencyMs) await pause(step.latencyMs, call.abortSignal);
    if (step.error) throw failure(step.error, modelId);
    return resultOf(step, turn, prompt, modelId);
  }

  return {
    specificationVersion: "v4",
    // The fingerprint keeps the answers of two versions of a script apart in a response cache.
    provider: `scripted.${fingerprint}`,
    modelId,
    supportedUrls: {},
    simulated: true,
    ...(price ? { price } : { pricedAs: script.model }),
    doGenerate: answer,
    doStream: async (call) => ({ stream: resultToStream(await answer(call)) }),
  };
}

function findStep(
  script: Script,
  options: ScriptedModelOptions,
  call: LanguageModelV4CallOptions,
  prompt: string,
): { step: ScriptStep; turn: number } {
  const context = callContextOf(call);
  const place = { ...context, block: context.block ?? options.blockName };
  const turn = call.prompt.filter((message) => message.role === "assistant").length;
  const index = script.conversations.findIndex(({ when }) => holds(when ?? {}, place, prompt));
  const conversation = script.conversations[index];
  const step = conversation?.turns[turn];
  if (step) return { step, turn };
  throw new NoScriptedAnswerError({
    modelId: options.modelId,
    blockName: place.block,
    turn,
    prompt,
    ...(conversation && { conversation: { index, turns: conversation.turns.length } }),
  });
}

function holds(when: ScriptCondition, place: CallContext, prompt: string): boolean {
  const { block, ordinal, attempt } = when;
  if (block !== undefined && !isBlock(place.block ?? "", block)) return false;
  if (ordinal !== undefined && ordinal !== (place.ordinal ?? 0)) return false;
  if (attempt !== undefined && attempt !== (place.attempt ?? 0)) return false;
  return [when.contains ?? []].flat().every((text) => prompt.includes(text));
}

/** Is a block meant by its name, its path or the end of its path, with the branches in them or without? */
function isBlock(path: string, wanted: string): boolean {
  const plain = path.replaceAll(/(^|\/)[^/:]*:/g, "$1").replaceAll(/\[\d+\](?=\/|$)/g, "");
  return [path, plain].some((form) => form === wanted || form.endsWith(`/${wanted}`));
}

function resultOf(
  step: ScriptStep,
  turn: number,
  prompt: string,
  modelId: string,
): LanguageModelV4GenerateResult {
  const content: LanguageModelV4Content[] = [];
  if (step.reasoning !== undefined) content.push({ type: "reasoning", text: step.reasoning });
  const text = step.structuredOutput === undefined ? step.text : JSON.stringify(step.structuredOutput);
  if (text !== undefined) content.push({ type: "text", text });
  const toolCalls = step.toolCalls ?? [];
  toolCalls.forEach(({ toolName, args }, index) => {
    const toolCallId = `call-${turn}-${index}`;
    content.push({ type: "tool-call", toolCallId, toolName, input: JSON.stringify(args) });
  });
  const unified = step.finishReason ?? (toolCalls.length > 0 ? "tool-calls" : "stop");
  const reasoningTokens = estimateTokens(step.reasoning ?? "");
  const usage = step.usage ?? {
    inputTokens: estimateTokens(prompt),
    outputTokens: estimateWritten(content) + reasoningTokens,
    reasoningTokens,
  };
  return {
    content,
    finishReason: { unified, raw: unified },
    usage: toModelUsage(usage),
    response: { id: `scripted-${turn}`, modelId },
    warnings: [],
  };
}

function failure(error: ScriptFailure, modelId: string): APICallError {
  const message = error.message ?? `The script answers with status ${error.status}.`;
  return new APICallError({
    message,
    url: modelId,
    requestBodyValues: {},
    statusCode: error.status,
    responseHeaders:
      error.retryAfterSeconds === undefined ? {} : { "retry-after": String(error.retryAfterSeconds) },
    responseBody: JSON.stringify({ error: { message } }),
  });
}

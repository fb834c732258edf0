import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import type { Pause } from "../clock/pause.ts";
import { callContextOf } from "../model/call-context.ts";
import { toModelUsage } from "../model/model-usage.ts";
import { estimateTokens, estimateWritten } from "../money/estimate-tokens.ts";
import type { AnswerIndex } from "./answer-key.ts";
import { createDraws, type Draws } from "./draws.ts";
import { drawFault, type Fault, malform, providerError, refusal } from "./faults.ts";
import { giveAnswer } from "./give-answer.ts";
import { drawLatency } from "./latency.ts";
import { readRequest, type SimRequest } from "./read-request.ts";
import type { CompleteSimProfile } from "./sim-profile.ts";
import { structuredAnswer } from "./structured-answer.ts";
import { useTool } from "./tool-use.ts";

/** What a simulated model is made of. */
export interface Sim {
  modelId: string;
  profile: CompleteSimProfile;
  key: AnswerIndex | undefined;
  seed: string;
  latencyScale: number;
  pause: Pause;
  /** Schemas and tools as text, which come again with every call. */
  spelled: WeakMap<object, string>;
}

/** A call that was read, and how it will go. */
export interface OpenedCall {
  request: SimRequest;
  draws: Draws;
  fault: Fault | undefined;
  latencyMs: number;
  inputTokens: number;
}

/** Reads the call and draws how it will go; a call that is turned away or hangs ends here. */
export async function openCall(sim: Sim, call: LanguageModelV4CallOptions): Promise<OpenedCall> {
  const { profile, modelId } = sim;
  call.abortSignal?.throwIfAborted();
  const request = readRequest(call, sim.key);
  const format =
    call.responseFormat?.type === "json" ? spell(sim, call.responseFormat.schema ?? anyAnswer) : "";
  const tools = call.tools?.length ? spell(sim, call.tools) : "";
  const { cell = "", cellAttempt = 1, block = "", ordinal = 0, attempt = 0 } = callContextOf(call);
  const settings = `${call.temperature ?? ""} ${call.seed ?? ""} ${call.toolChoice?.type ?? ""}`;
  // A first attempt draws as a call without a cell does, so that known answers stay what they are.
  const again = cellAttempt > 1 ? `\u0000${cellAttempt}` : "";
  const place = `${cell}${again}\u0000${block}\u0000${ordinal}\u0000${attempt}`;
  const draws = createDraws(
    `${sim.seed}\u0000${modelId}\u0000${place}\u0000${settings}\u0000${format}\u0000${tools}\u0000${request.text}`,
  );
  const fault = drawFault(profile.failures, draws);
  if (fault === "rateLimit") throw providerError(fault, modelId, profile.failures);
  if (fault === "timeout") {
    await sim.pause(profile.failures.hangMs, call.abortSignal);
    throw providerError(fault, modelId, profile.failures);
  }
  const inputTokens = estimateTokens(request.text) + estimateTokens(format) + estimateTokens(tools);
  return {
    request,
    draws,
    fault,
    latencyMs: drawLatency(profile.latency, draws) * sim.latencyScale,
    inputTokens,
  };
}

/** The answer to an opened call; throws what the provider would answer with when the call is to fail. */
export function answerCall(
  sim: Sim,
  call: LanguageModelV4CallOptions,
  opened: OpenedCall,
): LanguageModelV4GenerateResult {
  const { request, draws, fault, inputTokens } = opened;
  if (fault === "serverError") throw providerError(fault, sim.modelId, sim.profile.failures);
  const json = call.responseFormat?.type === "json";
  let said = fault === "refusal" ? refusal() : compose(sim, call, request, draws);
  if (fault === "malformed") said = malform(said, json);
  const limit = call.maxOutputTokens ?? Number.POSITIVE_INFINITY;
  said = cutTo(said, limit);
  const textTokens = estimateWritten(said.content);
  const reasoningTokens = Math.max(
    0,
    Math.min(Math.round(textTokens * sim.profile.reasoningRatio), limit - textTokens),
  );
  return {
    ...said,
    usage: toModelUsage({ inputTokens, outputTokens: textTokens + reasoningTokens, reasoningTokens }),
    response: { id: `sim-${draws.id}`, modelId: sim.modelId },
    warnings: [],
  };
}

type Said = Pick<LanguageModelV4GenerateResult, "content" | "finishReason">;

function compose(sim: Sim, call: LanguageModelV4CallOptions, request: SimRequest, draws: Draws): Said {
  const toolCall = useTool(call, request, sim.profile, draws);
  if (toolCall) return { content: [toolCall], finishReason: { unified: "tool-calls", raw: "tool_calls" } };
  const text =
    call.responseFormat?.type === "json"
      ? JSON.stringify(structuredAnswer(call.responseFormat.schema ?? anyAnswer, request, sim.profile, draws))
      : giveAnswer(request, sim.profile, draws);
  return { content: [{ type: "text", text }], finishReason: { unified: "stop", raw: "stop" } };
}

/** What is answered where JSON is asked for and nothing is said about its shape. */
const anyAnswer = { type: "object", properties: { answer: { type: "string" } }, required: ["answer"] };

/** No more than the tokens that were allowed; a text that is longer is cut off, as a provider would. */
function cutTo(said: Said, limit: number): Said {
  const [part] = said.content;
  if (part?.type !== "text" || estimateTokens(part.text) <= limit) return said;
  const text = Buffer.from(part.text)
    .subarray(0, limit * 4)
    .toString("utf8")
    .replace(/\uFFFD{1,3}$/, "");
  return { content: [{ ...part, text }], finishReason: { unified: "length", raw: "length" } };
}

function spell(sim: Sim, value: object): string {
  const known = sim.spelled.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  sim.spelled.set(value, text);
  return text;
}

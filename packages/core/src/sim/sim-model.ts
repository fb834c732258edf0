import { createHash } from "node:crypto";
import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import { resultToStream } from "../cache/result-to-stream.ts";
import { type Pause, pause as timerPause } from "../clock/pause.ts";
import { callContextOf } from "../model/call-context.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { estimateTokens, toModelUsage } from "../scripted/estimated-usage.ts";
import { type AnswerIndex, type AnswerKeyTask, createAnswerIndex } from "./answer-key.ts";
import { createDraws, type Draws } from "./draws.ts";
import { drawFault, type Fault, malform, providerError, refusal } from "./faults.ts";
import { giveAnswer } from "./give-answer.ts";
import { readRequest, type SimRequest } from "./read-request.ts";
import { type CompleteSimProfile, completeProfile, type SimProfile } from "./sim-profile.ts";
import { simProfiles } from "./sim-profiles.ts";
import { structuredAnswer } from "./structured-answer.ts";
import { useTool } from "./tool-use.ts";
import { UnknownSimProfileError } from "./unknown-sim-profile-error.ts";

/** What a simulated model is given beside its profile. */
export interface SimModelOptions {
  /** Of all draws; 0 when absent. */
  seed?: number | string;
  /** Tasks whose answers are known. Many models share one index best: see `createAnswerIndex`. */
  answerKey?: readonly AnswerKeyTask[] | AnswerIndex;
  /** Profiles by name, beside those built in or in their place. */
  profiles?: Readonly<Record<string, SimProfile>>;
  /** Multiplies every latency; 0 for tests that must not wait, 1 when absent. */
  latencyScale?: number;
  /** How latency is waited for. */
  pause?: Pause;
}

/**
 * A model that makes its answers up, with known skill. `profile` is the name of a profile, with or without `sim/`.
 *
 * Every draw follows from the seed, the model id, the request and the call's place in its run (cell, block, ordinal,
 * attempt) and from nothing else: the same call has the same outcome in any order and at any concurrency, and a call
 * at another place draws afresh. Calls without a place that ask the same get the same answer.
 */
export function simModel(profile: string, options: SimModelOptions = {}): LanguageModel {
  const name = profile.replace(/^sim\//, "");
  const known: Readonly<Record<string, SimProfile>> = { ...simProfiles, ...options.profiles };
  if (!Object.hasOwn(known, name)) throw new UnknownSimProfileError(name, Object.keys(known));
  const complete = completeProfile(name, known[name]!);
  const key = answerIndex(options.answerKey);
  const modelId = `sim/${name}`;
  const sim: Sim = {
    modelId,
    profile: complete,
    key,
    seed: String(options.seed ?? 0),
    latencyScale: options.latencyScale ?? 1,
    pause: options.pause ?? timerPause,
    spelled: new WeakMap(),
  };
  let provider: string | undefined;
  return {
    specificationVersion: "v4",
    // The fingerprint keeps the answers of differently made models of one name apart in a response cache.
    get provider() {
      const facts = JSON.stringify([complete, sim.seed, key?.fingerprint]);
      provider ??= `sim.${createHash("sha256").update(facts).digest("hex").slice(0, 12)}`;
      return provider;
    },
    modelId,
    supportedUrls: {},
    simulated: true,
    ...(complete.price && { price: complete.price }),
    doGenerate: async (call) => {
      const opened = await open(sim, call);
      if (opened.latencyMs > 0) await sim.pause(opened.latencyMs, call.abortSignal);
      return answer(sim, call, opened);
    },
    doStream: async (call) => {
      const opened = await open(sim, call);
      const { latencyMs } = opened;
      if (latencyMs === 0) return { stream: resultToStream(answer(sim, call, opened)) };
      // A third of the time until the first token, the rest between the parts.
      await sim.pause(latencyMs / 3, call.abortSignal);
      const beforePart = async (index: number, parts: number) => {
        if (index > 0) await sim.pause((latencyMs * 2) / 3 / (parts - 1), call.abortSignal);
      };
      return { stream: resultToStream(answer(sim, call, opened), { beforePart }) };
    },
  };
}

interface Sim {
  modelId: string;
  profile: CompleteSimProfile;
  key: AnswerIndex | undefined;
  seed: string;
  latencyScale: number;
  pause: Pause;
  /** Schemas and tools as text, which come again with every call. */
  spelled: WeakMap<object, string>;
}

interface Opened {
  request: SimRequest;
  draws: Draws;
  fault: Fault | undefined;
  latencyMs: number;
  inputTokens: number;
}

function answerIndex(key: SimModelOptions["answerKey"]): AnswerIndex | undefined {
  if (key === undefined) return undefined;
  return "find" in key && "fingerprint" in key ? key : createAnswerIndex(key);
}

/** Reads the call and draws how it will go; a call that is turned away or hangs ends here. */
async function open(sim: Sim, call: LanguageModelV4CallOptions): Promise<Opened> {
  const { profile, modelId } = sim;
  call.abortSignal?.throwIfAborted();
  const request = readRequest(call, sim.key);
  const format =
    call.responseFormat?.type === "json" ? spell(sim, call.responseFormat.schema ?? anyAnswer) : "";
  const tools = call.tools?.length ? spell(sim, call.tools) : "";
  const { cell = "", block = "", ordinal = 0, attempt = 0 } = callContextOf(call);
  const settings = `${call.temperature ?? ""} ${call.seed ?? ""} ${call.toolChoice?.type ?? ""}`;
  const place = `${cell}\u0000${block}\u0000${ordinal}\u0000${attempt}`;
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
  return { request, draws, fault, latencyMs: drawLatency(sim, draws), inputTokens };
}

function answer(sim: Sim, call: LanguageModelV4CallOptions, opened: Opened): LanguageModelV4GenerateResult {
  const { request, draws, fault, inputTokens } = opened;
  if (fault === "serverError") throw providerError(fault, sim.modelId, sim.profile.failures);
  const json = call.responseFormat?.type === "json";
  let said = fault === "refusal" ? refusal() : compose(sim, call, request, draws);
  if (fault === "malformed") said = malform(said, json);
  const limit = call.maxOutputTokens ?? Number.POSITIVE_INFINITY;
  said = cutTo(said, limit);
  const written = said.content.map((part) =>
    part.type === "text" ? part.text : part.type === "tool-call" ? part.input : "",
  );
  const textTokens = estimateTokens(written.join(""));
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
    .replace(/\uFFFD+$/, "");
  return { content: [{ ...part, text }], finishReason: { unified: "length", raw: "length" } };
}

/** Log-normal with the profile's mean and standard deviation. */
function drawLatency(sim: Sim, draws: Draws): number {
  const { meanMs, spreadMs } = sim.profile.latency;
  if (meanMs === 0 || sim.latencyScale === 0) return 0;
  const variance = Math.log(1 + (spreadMs / meanMs) ** 2);
  const random = draws.generator("latency");
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return sim.latencyScale * Math.exp(Math.log(meanMs) - variance / 2 + Math.sqrt(variance) * normal);
}

function spell(sim: Sim, value: object): string {
  const known = sim.spelled.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  sim.spelled.set(value, text);
  return text;
}

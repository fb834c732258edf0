import { createHash } from "node:crypto";
import { type Pause, pause as timerPause } from "../clock/pause.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { resultToStream } from "../model/result-to-stream.ts";
import { type AnswerIndex, type AnswerKeyTask, createAnswerIndex } from "./answer-key.ts";
import { answerCall, openCall, type Sim } from "./sim-call.ts";
import { completeProfile, type SimProfile, SimProfileError } from "./sim-profile.ts";
import { simProfiles } from "./sim-profiles.ts";
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
  const { latencyScale = 1 } = options;
  if (!Number.isFinite(latencyScale) || latencyScale < 0) {
    const expected = "a number that is not negative";
    throw new SimProfileError({ profile: name, field: "latencyScale", value: latencyScale, expected });
  }
  const key = answerIndex(options.answerKey);
  const modelId = `sim/${name}`;
  const sim: Sim = {
    modelId,
    profile: complete,
    key,
    seed: String(options.seed ?? 0),
    latencyScale,
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
      const opened = await openCall(sim, call);
      if (opened.latencyMs > 0) await sim.pause(opened.latencyMs, call.abortSignal);
      return answerCall(sim, call, opened);
    },
    doStream: async (call) => {
      const opened = await openCall(sim, call);
      const { latencyMs } = opened;
      if (latencyMs === 0) return { stream: resultToStream(answerCall(sim, call, opened)) };
      // A third of the time until the first token, the rest between the parts.
      await sim.pause(latencyMs / 3, call.abortSignal);
      const beforePart = async (index: number, parts: number) => {
        if (index > 0) await sim.pause((latencyMs * 2) / 3 / (parts - 1), call.abortSignal);
      };
      return { stream: resultToStream(answerCall(sim, call, opened), { beforePart }) };
    },
  };
}

function answerIndex(key: SimModelOptions["answerKey"]): AnswerIndex | undefined {
  if (key === undefined) return undefined;
  return "find" in key && "fingerprint" in key ? key : createAnswerIndex(key);
}

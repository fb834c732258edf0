import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { applyMiddleware } from "../../src/model/apply-middleware.ts";
import { createModelResolver } from "../../src/model/create-model-resolver.ts";
import type { LanguageModel } from "../../src/model/language-model.ts";
import type { Account } from "../../src/money/account.ts";
import type { Charge } from "../../src/money/charge.ts";
import { createAccount } from "../../src/money/create-account.ts";
import { type MeterOptions, meter } from "../../src/money/meter.ts";
import { startWireServer, type WireServer, type WireServerOptions } from "./start-wire-server.ts";
import type { Wire, WireUsage } from "./wire.ts";

/** One provider under test: a model that has a published price, and what a known bill comes to. */
export interface WireCase {
  wire: Wire["name"];
  modelId: string;
  /** Tokens of a whole answer. */
  usage: WireUsage;
  /** What they cost, worked out by hand. */
  costUsd: number;
}

/** Prices as published by the providers in 2025, in dollars per million tokens: input / output / cache read / write. */
export const wireCases: readonly WireCase[] = [
  {
    // 3 / 15 / 0.30 / 3.75: 50,000 · 3 + 50,000 · 0.30 + 20,000 · 3.75 + 8,000 · 15 = 360,000
    wire: "anthropic-messages",
    modelId: "claude-sonnet-4-5",
    usage: { input: 120_000, output: 8_000, cacheRead: 50_000, cacheWrite: 20_000, reasoning: 3_000 },
    costUsd: 0.36,
  },
  {
    // 0.25 / 2 / 0.025: 70,000 · 0.25 + 50,000 · 0.025 + 8,000 · 2 = 34,750
    wire: "openai-responses",
    modelId: "openai/gpt-5-mini",
    usage: { input: 120_000, output: 8_000, cacheRead: 50_000, reasoning: 3_000 },
    costUsd: 0.034_75,
  },
  {
    // 2.50 / 10 / 1.25: 70,000 · 2.50 + 50,000 · 1.25 + 8,000 · 10 = 317,500
    wire: "openai-chat",
    modelId: "openai-chat/gpt-4o",
    usage: { input: 120_000, output: 8_000, cacheRead: 50_000, reasoning: 3_000 },
    costUsd: 0.3175,
  },
  {
    // 1.25 / 10 / 0.125: 70,000 · 1.25 + 50,000 · 0.125 + 8,000 · 10 = 173,750
    wire: "gemini",
    modelId: "google/gemini-2.5-pro",
    usage: { input: 120_000, output: 8_000, cacheRead: 50_000, reasoning: 3_000 },
    costUsd: 0.173_75,
  },
];

/** A plain question. */
export function ask(text = "Say hello."): LanguageModelV4CallOptions {
  return { prompt: [{ role: "user", content: [{ type: "text", text }] }] };
}

/** A server, a metered model that leads to it, and the books. */
export interface MeteredWire extends AsyncDisposable {
  server: WireServer;
  model: LanguageModel;
  account: Account;
  charges: Charge[];
}

/** Puts it all together. */
export async function meteredWire(
  modelId: string,
  reply: WireServerOptions["reply"],
  options: Partial<MeterOptions> = {},
): Promise<MeteredWire> {
  const server = await startWireServer({ reply });
  const charges: Charge[] = [];
  const ledger = { opened() {}, charged: (charge: Charge) => void charges.push(charge) };
  const account = createAccount({ name: "run", ledger });
  const resolver = createModelResolver({ env: server.env });
  const middleware = meter({ modelId: resolver.resolveId(modelId), account, ...options });
  const plain = resolver(modelId);
  // Loads the provider's package, so that no deadline of a test has to allow for it.
  await plain.supportedUrls;
  const model = applyMiddleware(plain, middleware);
  return { server, model, account, charges, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** What a call gave, generated or streamed. */
export interface Answer {
  text: string;
  reasoning: string;
  toolCalls: { toolName: string; input: string }[];
  finishReason: string | undefined;
  /** Errors that a stream reported as parts. */
  errors: unknown[];
}

/** Makes one call in either mode and reads it to its end; rejects as the call or its stream does. */
export async function call(
  model: LanguageModel,
  mode: "generate" | "stream",
  options: LanguageModelV4CallOptions = ask(),
): Promise<Answer> {
  const answer: Answer = { text: "", reasoning: "", toolCalls: [], finishReason: undefined, errors: [] };
  if (mode === "generate") {
    const result = await model.doGenerate(options);
    for (const part of result.content) {
      if (part.type === "text") answer.text += part.text;
      if (part.type === "reasoning") answer.reasoning += part.text;
      if (part.type === "tool-call") answer.toolCalls.push({ toolName: part.toolName, input: part.input });
    }
    answer.finishReason = result.finishReason.unified;
    return answer;
  }
  const { stream } = await model.doStream(options);
  for await (const part of stream as ReadableStream<LanguageModelV4StreamPart>) {
    if (part.type === "text-delta") answer.text += part.delta;
    if (part.type === "reasoning-delta") answer.reasoning += part.delta;
    if (part.type === "tool-call") answer.toolCalls.push({ toolName: part.toolName, input: part.input });
    if (part.type === "finish") answer.finishReason = part.finishReason.unified;
    if (part.type === "error") answer.errors.push(part.error);
  }
  return answer;
}

/** What a call threw. */
export async function failure(work: Promise<unknown>): Promise<any> {
  const outcome = await work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ("error" in outcome) return outcome.error;
  throw new Error(`It was expected to fail, and gave ${JSON.stringify(outcome.value)}`);
}

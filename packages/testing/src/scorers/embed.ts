import {
  backoffMs,
  createAccount,
  isRetryable,
  noUsage,
  publishedPrices,
  retryAfterMs,
  sumUsd,
  systemClock,
  pause as timerPause,
  toErrorRecord,
  tokenCount,
  wasTaken,
} from "@flow-state-dev/core";
import type { JudgeContext } from "@flow-state-dev/judge";
import { EmbeddingError } from "./cosine.ts";

/** Texts to vectors, in the same order; a function of one's own. What it spends is not known to the books. */
export type EmbedFunction = (
  texts: readonly string[],
  options: { signal?: AbortSignal },
) => Promise<readonly (readonly number[])[]>;

/** As much of an AI SDK embedding model as is needed here; its versions 2 to 4 fit. */
export interface EmbeddingModel {
  readonly provider: string;
  readonly modelId: string;
  /** Texts that one call may hold; as many as there are when it does not say. */
  readonly maxEmbeddingsPerCall?: number | undefined | PromiseLike<number | undefined>;
  doEmbed(options: { values: string[]; abortSignal?: AbortSignal }): PromiseLike<{
    embeddings: number[][];
    usage?: { tokens: number };
  }>;
}

/** Vectors, and what they cost; null when that is not known. */
export interface Embedded {
  vectors: readonly (readonly number[])[];
  costUsd: number | null;
}

/** The vectors of some texts. A call to a model is booked like any other, to the payer judge. */
export async function embedTexts(
  embed: EmbedFunction | EmbeddingModel,
  texts: readonly string[],
  context: JudgeContext = {},
): Promise<Embedded> {
  const { signal } = context;
  const embedded =
    typeof embed === "function"
      ? { vectors: await embed(texts, signal ? { signal } : {}), costUsd: null }
      : await inCalls(embed, texts, context);
  const { vectors } = embedded;
  const came = Array.isArray(vectors) ? vectors.filter(isVector).length : 0;
  if (came !== texts.length) throw new EmbeddingError(`${texts.length} were asked for and ${came} came`);
  return embedded;
}

/** The id under which calls of an embedding model are booked and priced. */
export function embeddingModelId({ provider, modelId }: EmbeddingModel): string {
  return `${provider.split(".")[0]}/${modelId}`;
}

/** Asks as often as the model needs for so many texts. */
async function inCalls(
  model: EmbeddingModel,
  texts: readonly string[],
  context: JudgeContext,
): Promise<Embedded> {
  const most = Math.floor((await model.maxEmbeddingsPerCall) ?? texts.length);
  const size = most >= 1 ? most : texts.length;
  const parts: Embedded[] = [];
  for (let at = 0; at < texts.length; at += size)
    parts.push(await patiently(model, texts.slice(at, at + size), context));
  const costs = parts.flatMap(({ costUsd }) => costUsd ?? []);
  return {
    vectors: parts.flatMap(({ vectors }) => vectors),
    costUsd: costs.length === parts.length ? sumUsd(costs) : null,
  };
}

/** Asks, and again after passing trouble, as generators do. */
async function patiently(
  model: EmbeddingModel,
  texts: readonly string[],
  context: JudgeContext,
): Promise<Embedded> {
  const { clock = systemClock, random = Math.random, pause = timerPause, signal } = context;
  for (let attempt = 1; ; attempt++) {
    try {
      return await booked(model, texts, context);
    } catch (error) {
      if (signal?.aborted || attempt >= mostAttempts || !isRetryable(error)) throw error;
      const asked = retryAfterMs(error, clock.now());
      if (asked !== undefined && asked > longestWaitMs) throw error;
      await pause(asked ?? backoffMs({}, attempt, random()), signal);
    }
  }
}

const mostAttempts = 3;
/** A server that asks for a longer wait is given up. */
const longestWaitMs = 120_000;

async function booked(
  model: EmbeddingModel,
  texts: readonly string[],
  context: JudgeContext,
): Promise<Embedded> {
  const { prices = publishedPrices(), clock = systemClock, signal } = context;
  const purse = { name: "embedding", payer: "judge" as const };
  const account = context.account?.child(purse) ?? createAccount(purse);
  const modelId = embeddingModelId(model);
  const costOf = (inputTokens: number) => prices.cost(modelId, { ...noUsage, inputTokens });
  // No token is shorter than a byte.
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const call = await account.open({ modelId, worstCaseUsd: costOf(bytes), ...(signal && { signal }) });
  const facts = {
    modelId,
    provider: model.provider,
    streamed: false,
    startedAt: new Date(clock.now()).toISOString(),
  };
  const began = clock.elapsed();
  const billed = (tokens: number) => {
    const costUsd = costOf(tokens);
    const costBasis = costUsd === null ? ("unpriced" as const) : ("prices" as const);
    return {
      usage: { ...noUsage, inputTokens: tokens },
      costUsd,
      costBasis,
      latencyMs: clock.elapsed() - began,
    };
  };
  try {
    const abortSignal = signal ? AbortSignal.any([signal, call.signal]) : call.signal;
    const { embeddings, usage } = await model.doEmbed({ values: [...texts], abortSignal });
    // A text has tokens: no count is one of 0.
    const counted = tokenCount(usage?.tokens) || undefined;
    const usageKnown = counted === undefined ? ("estimated" as const) : ("reported" as const);
    const bill = billed(counted ?? Math.ceil(bytes / 4));
    call.settle({ ...facts, ...bill, usageKnown, status: "complete", finishReason: "stop" });
    return { vectors: embeddings, costUsd: bill.costUsd };
  } catch (error) {
    const ending = { ...facts, error: toErrorRecord(error) };
    const sent = { ...billed(Math.ceil(bytes / 4)), usageKnown: "estimated" as const };
    // What was cut off, or broke off, had been sent, and is billed; what the provider turned down is not.
    if (signal?.aborted || call.signal.aborted) call.settle({ ...ending, ...sent, status: "aborted" });
    else if (wasTaken(error)) call.settle({ ...ending, ...sent, status: "failed" });
    else {
      const nothing = { ...billed(0), costUsd: 0, costBasis: "prices" as const, usageKnown: "none" as const };
      call.settle({ ...ending, ...nothing, status: "failed" });
    }
    throw error;
  }
}

function isVector(value: unknown): boolean {
  return typeof value === "object" && value !== null && "length" in value;
}

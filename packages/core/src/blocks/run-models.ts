import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { type CacheMode, cached } from "../cache/cached.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import type { Clock } from "../clock/clock.ts";
import { applyMiddleware } from "../model/apply-middleware.ts";
import { asLanguageModel } from "../model/as-language-model.ts";
import { callContextOf } from "../model/call-context.ts";
import type { GeneratorModel } from "../model/generator-model.ts";
import type { LanguageModel } from "../model/language-model.ts";
import type { Account } from "../money/account.ts";
import { type AnswerCost, answerCost } from "../money/answer-cost.ts";
import { costsOf, meter } from "../money/meter.ts";
import type { PriceTable } from "../money/price-table.ts";

/** For whom a model is made ready. */
export interface ModelUse {
  /** The id its calls are booked and priced under. */
  modelId: string;
  blockName: string;
  account: Account;
  /** The most one call may take. */
  timeoutMs?: number;
  /** Told which call the cache has answered, and what that answer took when it was made. */
  onCached(ordinal: number | undefined, cost: AnswerCost): void;
}

/** A model whose calls are booked. */
export interface PreparedModel {
  model: LanguageModel;
  /** Tells the cache, where there is one, that the answer to this call was of no use. Never rejects. */
  disown?(call: LanguageModelV4CallOptions): Promise<void>;
}

/** Turns what a resolver gives into a model whose calls are booked, and answered from a cache when there is one. */
export interface RunModels {
  prepare(model: LanguageModel | GeneratorModel, use: ModelUse): PreparedModel;
}

/** What decides how a run's models are booked and cached. */
export interface RunModelsOptions {
  prices: PriceTable | undefined;
  cache: ResponseCache | undefined;
  cacheMode: CacheMode;
  clock: Clock;
}

/** The cache is outside the meter, so that what it answers costs nothing. */
export function runModels({ prices, cache, cacheMode, clock }: RunModelsOptions): RunModels {
  return {
    prepare(model, { modelId, blockName, account, timeoutMs, onCached }) {
      const booking = meter({
        modelId,
        account,
        blockName,
        clock,
        ...(prices && { prices }),
        ...(timeoutMs !== undefined && { timeoutMs }),
      });
      const metered = applyMiddleware(asLanguageModel(model, modelId), booking);
      if (!cache) return { model: metered };
      const costOf = costsOf({ modelId, ...(prices && { prices }) }, metered);
      const caching = cached(cache, {
        ...{ mode: cacheMode, clock },
        onHit: (answer, call) => onCached(callContextOf(call).ordinal, answerCost(answer, costOf)),
      });
      return {
        model: applyMiddleware(metered, caching),
        disown: (call) => caching.disown(metered, call),
      };
    },
  };
}

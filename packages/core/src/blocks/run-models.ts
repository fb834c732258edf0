import { type CacheMode, cached } from "../cache/cached.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import type { Clock } from "../clock/clock.ts";
import { applyMiddleware } from "../model/apply-middleware.ts";
import { asLanguageModel } from "../model/as-language-model.ts";
import { callContextOf } from "../model/call-context.ts";
import type { GeneratorModel } from "../model/generator-model.ts";
import type { LanguageModel } from "../model/language-model.ts";
import type { Account } from "../money/account.ts";
import { meter } from "../money/meter.ts";
import type { PriceTable } from "../money/price-table.ts";

/** For whom a model is made ready. */
export interface ModelUse {
  /** The id its calls are booked and priced under. */
  modelId: string;
  blockName: string;
  account: Account;
  /** The most one call may take. */
  timeoutMs?: number;
  /** Told which call goes out to the provider; one answered from the cache does not. Needed with a cache only. */
  onCall(ordinal: number | undefined): void;
}

/** Turns what a resolver gives into a model whose calls are booked, and answered from a cache when there is one. */
export interface RunModels {
  /** Whether answers may come from a cache. */
  readonly caching: boolean;
  prepare(model: LanguageModel | GeneratorModel, use: ModelUse): LanguageModel;
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
  const cacheMiddleware = cache && cached(cache, { mode: cacheMode, clock });
  return {
    caching: cache !== undefined,
    prepare(model, { modelId, blockName, account, timeoutMs, onCall }) {
      const booking = meter({
        modelId,
        account,
        blockName,
        clock,
        ...(prices && { prices }),
        ...(timeoutMs !== undefined && { timeoutMs }),
      });
      const metered = applyMiddleware(asLanguageModel(model, modelId), booking);
      return cacheMiddleware ? applyMiddleware(noting(metered, onCall), cacheMiddleware) : metered;
    },
  };
}

function noting(model: LanguageModel, onCall: ModelUse["onCall"]): LanguageModel {
  return {
    ...model,
    doGenerate(options) {
      onCall(callContextOf(options).ordinal);
      return model.doGenerate(options);
    },
    doStream(options) {
      onCall(callContextOf(options).ordinal);
      return model.doStream(options);
    },
  };
}

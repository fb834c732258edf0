import type { LanguageModelV4CallOptions, LanguageModelV4Middleware } from "@ai-sdk/provider";
import { type Clock, systemClock } from "../clock/clock.ts";
import { withoutCallContext } from "../model/call-context.ts";
import { isSimulated, type LanguageModel } from "../model/language-model.ts";
import { version4Answer } from "../model/version-4-answer.ts";
import type { Account, CallIntent } from "./account.ts";
import { defaultCallTimeoutMs } from "./call-timeout.ts";
import type { Payer } from "./charge.ts";
import { publishedPrices } from "./estimate-cost.ts";
import { MeteredCall } from "./metered-call.ts";
import { meteredStream } from "./metered-stream.ts";
import type { PriceTable } from "./price-table.ts";
import { promptSize } from "./prompt-size.ts";
import { costAtRates } from "./rates.ts";
import { requestIdOf } from "./request-id.ts";
import { type OnWarning, warnUnpriced } from "./unpriced-warning.ts";
import {
  type CostOf,
  strictOutputTokens,
  thinkingTokens,
  unlimitedOutputTokens,
  worstCaseUsd,
} from "./worst-case.ts";

/** Who pays for the calls of a model, and at what price. */
export interface MeterOptions {
  /** The full id of the model, as prices and books know it. */
  modelId: string;
  account: Account;
  /** Default: the bundled price list. A price on the model itself comes before it. */
  prices?: PriceTable;
  blockName?: string;
  /** Books the calls on a child account of that name when the account has another payer. */
  payer?: Payer;
  clock?: Clock;
  /** From opening to the end of the answer. Default: `defaultCallTimeoutMs`. */
  timeoutMs?: number;
  /** Told once for each model that has no price. Default: a warning of the process. */
  onWarning?: OnWarning;
}

/**
 * Middleware that books every call of a model, streaming or not, in exactly one charge. The account is asked first,
 * and nothing is sent when it refuses. The call is cut off by the caller's signal, when the limit of an account is
 * passed, or by the deadline (`CallTimeoutError`), even when the model does not listen. On a strict account a call
 * without `maxOutputTokens` is given one. The place of the call in its run is taken off unless the model is simulated.
 */
export function meter(options: MeterOptions): LanguageModelV4Middleware {
  const { modelId } = options;
  const account = payingAccount(options);

  async function open(params: LanguageModelV4CallOptions, model: LanguageModel, streamed: boolean) {
    params.abortSignal?.throwIfAborted();
    const simulated = isSimulated(model);
    const costOf = costsOf(options, model);
    const size = promptSize(params);
    const thinking = thinkingTokens(modelId, params, model.provider);
    const worst = (outputTokens: number) => worstCaseUsd(costOf, size, outputTokens + thinking);
    const maxOutputTokens = params.maxOutputTokens ?? (account.strict ? strictOutputTokens : undefined);
    const worstCase = worst(maxOutputTokens ?? unlimitedOutputTokens);
    if (worstCase === null) warnUnpriced(modelId, options.onWarning, model.pricedAs);
    const opened = await account.open(intentOf(options, params, worstCase, model.pricedAs));
    const call = new MeteredCall(opened, {
      modelId,
      blockName: options.blockName,
      provider: model.provider,
      simulated,
      streamed,
      size,
      maxOutputTokens: maxOutputTokens === undefined ? undefined : maxOutputTokens + thinking,
      worstCaseUsd: worstCase,
      strict: account.strict,
      costOf,
      clock: options.clock ?? systemClock,
      timeoutMs: options.timeoutMs ?? defaultCallTimeoutMs,
      callerSignal: params.abortSignal,
    });
    const bare = simulated ? params : withoutCallContext(params);
    return { call, sent: sentOptions(bare, call.signal, maxOutputTokens, streamed) };
  }

  return {
    specificationVersion: "v4",

    async wrapGenerate({ params, model }) {
      const { call, sent } = await open(params, model, false);
      try {
        const result = version4Answer(modelId, await call.run(() => model.doGenerate(sent)));
        call.flow.readResult(result);
        call.flow.requestId = requestIdOf(result.response?.headers) ?? result.response?.id;
        call.settle({ status: "complete", finishReason: result.finishReason.unified });
        call.close();
        return result;
      } catch (error) {
        throw call.fail(error);
      }
    },

    async wrapStream({ params, model }) {
      const { call, sent } = await open(params, model, true);
      try {
        const result = await call.run(
          () => model.doStream(sent),
          (late) => void late.stream.cancel().catch(() => {}),
        );
        call.flow.taken = true;
        call.flow.requestId = requestIdOf(result.response?.headers);
        return {
          ...result,
          stream: meteredStream(result.stream, call, modelId, params.includeRawChunks ?? false),
        };
      } catch (error) {
        throw call.fail(error);
      }
    },
  };
}

function intentOf(
  { modelId, blockName }: MeterOptions,
  { abortSignal }: LanguageModelV4CallOptions,
  worstCaseUsd: number | null,
  pricedAs: string | undefined,
): CallIntent {
  return {
    modelId,
    worstCaseUsd,
    ...(pricedAs !== undefined && pricedAs !== modelId && { pricedAs }),
    ...(blockName !== undefined && { blockName }),
    ...(abortSignal && { signal: abortSignal }),
  };
}

/** The call as the model may see it: with a signal of ours and, in strict mode, a bounded answer. */
function sentOptions(
  options: LanguageModelV4CallOptions,
  signal: AbortSignal,
  maxOutputTokens: number | undefined,
  streamed: boolean,
): LanguageModelV4CallOptions {
  return {
    ...options,
    abortSignal: signal,
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(streamed && { includeRawChunks: true }),
  };
}

function payingAccount({ account, payer }: MeterOptions): Account {
  return payer === undefined || payer === account.payer ? account : account.child({ name: payer, payer });
}

/** What usage costs by the price that counts for a model. */
export function costsOf(
  options: Pick<MeterOptions, "modelId" | "prices">,
  { price, pricedAs = options.modelId }: LanguageModel,
): CostOf {
  if (price) return (usage) => costAtRates(price, usage);
  const prices = options.prices ?? publishedPrices();
  return (usage) => prices.cost(pricedAs, usage);
}

import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import type { Disown } from "../../cache/cached.ts";
import { toErrorRecord } from "../../errors/error-record.ts";
import { withCallContext } from "../../model/call-context.ts";
import { isRetryable, retryAfterMs } from "../../model/retryable.ts";
import { isFinal, throwIfAborted } from "../abort.ts";
import type { Frame } from "../frame.ts";
import { guard } from "../guard.ts";
import { type ModelRef, modelIdOf, type ReadyModel, readyModel } from "../ready-model.ts";
import { backoffMs, isListed, type RetryPolicy } from "../retry-policy.ts";
import { AllModelsFailedError, BrokenAnswerError } from "./answer-errors.ts";
import { readStream } from "./read-stream.ts";

/** How a generator calls its models. */
export interface CallPlan {
  retry: RetryPolicy;
  timeoutMs: number | undefined;
  stream: boolean;
}

/** An answer, and who gave it. */
export interface ModelAnswer {
  result: LanguageModelV4GenerateResult;
  modelId: string;
  /** Tells the cache, where there is one, that it was of no use. Never rejects. */
  disown: Disown;
}

/** The models of one run of a generator. The one that last answered is asked next; one given up is not asked again. */
export class ModelCaller {
  readonly #frame: Frame;
  readonly #refs: readonly ModelRef[];
  readonly #plan: CallPlan;
  readonly #failures: { modelId: string; error: unknown }[] = [];
  #current = 0;
  #ready: { index: number; model: ReadyModel } | undefined;

  constructor(frame: Frame, refs: readonly ModelRef[], plan: CallPlan) {
    this.#frame = frame;
    this.#refs = refs;
    this.#plan = plan;
  }

  /** Asks, again after passing trouble, then the next model; rejects when there is none left. */
  async call(options: LanguageModelV4CallOptions): Promise<ModelAnswer> {
    const { run, path } = this.#frame;
    const ordinal = run.nextOrdinal(path);
    for (;;) {
      const modelId = modelIdOf(this.#refs[this.#current]!);
      const attempt = { started: false };
      // A model that cannot be resolved is a mistake in the set-up; another in its place would hide it.
      const model = this.#model();
      try {
        const result = await this.#callCurrent(model, modelId, options, ordinal, attempt);
        const disown = async () => model.disown?.(withCallContext(options, { ordinal }));
        return { modelId, result, disown };
      } catch (error) {
        if (isFinal(error, this.#frame.signal) || attempt.started) throw error;
        this.#failures.push({ modelId, error });
        if (this.#current + 1 >= this.#refs.length) throw this.#exhausted(error);
        this.#current += 1;
        this.#tellFallback(modelId, error);
      }
    }
  }

  async #callCurrent(
    model: ReadyModel,
    modelId: string,
    options: LanguageModelV4CallOptions,
    ordinal: number,
    state: { started: boolean },
  ): Promise<LanguageModelV4GenerateResult> {
    const frame = this.#frame;
    const { retry } = this.#plan;
    for (let attempt = 1; ; attempt++) {
      try {
        const placed = withCallContext(options, { ordinal, attempt: attempt - 1 });
        return await this.#once(model, modelId, placed, state);
      } catch (error) {
        const mayRetry = !state.started && !isFinal(error, frame.signal) && isWorthRetrying(error, retry);
        if (!mayRetry || attempt >= (retry.maxAttempts ?? 3)) throw error;
        const asked = retryAfterMs(error, frame.run.seams.clock.now());
        if (asked !== undefined && asked > (retry.maxRetryAfterMs ?? 120_000)) throw error;
        const delayMs = asked ?? backoffMs(retry, attempt, frame.run.seams.random());
        frame.retrying({ attempt, delayMs, error, modelId });
        await frame.pause(delayMs);
        throwIfAborted(frame.signal);
      }
    }
  }

  async #once(
    model: ReadyModel,
    modelId: string,
    options: LanguageModelV4CallOptions,
    state: { started: boolean },
  ) {
    const { signal, run, id, name } = this.#frame;
    const result = this.#plan.stream
      ? await readStream(model, options, signal, {
          started: () => (state.started = true),
          text: (delta) => {
            if (run.listening) run.tell({ type: "text.delta", id, at: run.seams.clock.now(), delta });
          },
        })
      : await guard(model.doGenerate(options), signal);
    const finishReason = result.finishReason.unified;
    if (finishReason === "error" || finishReason === "interrupted") {
      throw new BrokenAnswerError({ blockName: name, modelId, finishReason });
    }
    return result;
  }

  #model(): ReadyModel {
    if (this.#ready?.index !== this.#current) {
      const { timeoutMs } = this.#plan;
      const ref = this.#refs[this.#current]!;
      const model = readyModel(
        this.#frame,
        this.#frame.ctx.account,
        ref,
        timeoutMs === undefined ? {} : { timeoutMs },
      );
      this.#ready = { index: this.#current, model };
    }
    return this.#ready.model;
  }

  #exhausted(error: unknown): unknown {
    return this.#failures.length === 1 ? error : new AllModelsFailedError(this.#frame.name, this.#failures);
  }

  #tellFallback(modelId: string, error: unknown): void {
    const { run, id } = this.#frame;
    if (!run.listening) return;
    const nextModelId = modelIdOf(this.#refs[this.#current]!);
    run.tell({
      type: "call.fallback",
      id,
      at: run.seams.clock.now(),
      modelId,
      nextModelId,
      error: toErrorRecord(error),
    });
  }
}

function isWorthRetrying(error: unknown, { retryableErrors }: RetryPolicy): boolean {
  return isRetryable(error) || (retryableErrors !== undefined && isListed(error, retryableErrors));
}

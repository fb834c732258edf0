import type { Clock } from "../clock/clock.ts";
import { longestTimerMs } from "../clock/longest-timer.ts";
import { toErrorRecord } from "../errors/error-record.ts";
import { noteTimeout } from "../model/model-timeout.ts";
import { PlainAnswerError } from "../model/plain-answer-error.ts";
import type { OpenCall, Settlement } from "./account.ts";
import { answersInError } from "./answers-in-error.ts";
import { type BilledCall, billFor } from "./bill.ts";
import { CallTimeoutError } from "./call-timeout-error.ts";
import { Flow } from "./flow.ts";
import { ModelStoppedError } from "./model-stopped-error.ts";
import { requestIdOf } from "./request-id.ts";
import { wasTaken } from "./was-taken.ts";

/** What is fixed about a call when it goes out. */
export interface MeteredCallSetup extends BilledCall {
  modelId: string;
  blockName: string | undefined;
  streamed: boolean;
  clock: Clock;
  timeoutMs: number;
  callerSignal: AbortSignal | undefined;
}

/** How a call ended, as its charge tells it. */
export type CallEnding =
  | { status: "complete"; finishReason: string }
  | { status: "aborted" | "failed"; error: unknown };

/** What the AI SDK hangs on an error of the provider. */
interface FailedResponse {
  responseBody?: unknown;
  responseHeaders?: Record<string, string>;
}

/**
 * One call under way, from the moment it has opened to its one charge. It is cut off by the caller's signal, by the
 * account's, or by its deadline, whichever comes first; then the charge is written at once, whether or not the model
 * listens to the signal it was given.
 */
export class MeteredCall {
  readonly flow = new Flow();
  readonly #open: OpenCall;
  readonly #setup: MeteredCallSetup;
  readonly #controller = new AbortController();
  readonly #startedAt: string;
  readonly #startedOn: number;
  readonly #deadline: NodeJS.Timeout;
  #settled = false;
  #tellCut: ((reason: unknown) => void) | undefined;
  #cutOff = false;
  #sent = false;

  constructor(open: OpenCall, setup: MeteredCallSetup) {
    this.#open = open;
    this.#setup = setup;
    this.#startedAt = new Date(setup.clock.now()).toISOString();
    this.#startedOn = setup.clock.elapsed();
    this.#deadline = setTimeout(
      () => {
        this.#cut("failed", new CallTimeoutError(setup.modelId, setup.timeoutMs));
      },
      Math.min(setup.timeoutMs, longestTimerMs),
    );
    setup.callerSignal?.addEventListener("abort", this.#onCallerAbort);
    open.signal.addEventListener("abort", this.#onAccountAbort);
  }

  /** What the model is given to listen to. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the call was cut off; nothing that comes after counts. */
  get cutOff(): boolean {
    return this.#cutOff;
  }

  /** Waits for the model, but no longer than until the call is cut off. What comes later goes to `dropLate`. */
  run<T>(work: () => PromiseLike<T>, dropLate?: (late: T) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#setup.callerSignal?.aborted) this.#onCallerAbort();
      else if (this.#open.signal.aborted) this.#onAccountAbort();
      if (this.#cutOff) return reject(this.#controller.signal.reason);
      this.#tellCut = reject;
      this.#sent = true;
      work().then((value) => (this.#cutOff ? dropLate?.(value) : resolve(value)), reject);
    });
  }

  /** Who is told, with the reason, when the call is cut off. */
  onCut(tell: (reason: unknown) => void): void {
    this.#tellCut = tell;
  }

  /** Notes the moment the first token arrived. */
  noteToken(): void {
    this.flow.firstTokenAt ??= this.#setup.clock.elapsed();
  }

  /** Books the call: the first time counts. Throws only when the ledger cannot write. */
  settle(ending: CallEnding): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#deadline.unref();
    this.#open.settle(this.#facts(ending));
  }

  /** Books a call whose model or stream broke with this error, and gives back the one to throw. */
  fail(error: unknown): unknown {
    const { responseBody, responseHeaders } = (error ?? {}) as FailedResponse;
    // Who is cut off may say so by a time-out too, and that one is the caller's.
    if (!this.#cutOff) noteTimeout(error);
    const answers = answersInError(error);
    for (const answer of answers) this.flow.readAnswer(answer);
    if (wasTaken(error)) {
      this.flow.taken = true;
      const body = typeof responseBody === "string" ? responseBody : (JSON.stringify(answers[0]) ?? "");
      if (!this.flow.started) this.flow.readText(body);
    }
    if (error instanceof PlainAnswerError) this.flow.readBill(error.bill);
    this.flow.requestId ??= requestIdOf(responseHeaders);
    const isOwn = !this.#cutOff && error instanceof Error && error.name === "AbortError";
    const told = isOwn ? new ModelStoppedError(this.#setup.modelId, error) : error;
    this.settle({ status: "failed", error: told });
    this.close();
    return told;
  }

  /** Lets go of signals and clock, once nothing can come from the model any more. */
  close(): void {
    clearTimeout(this.#deadline);
    this.#setup.callerSignal?.removeEventListener("abort", this.#onCallerAbort);
    this.#open.signal.removeEventListener("abort", this.#onAccountAbort);
  }

  readonly #onCallerAbort = () => this.#cut("aborted", this.#setup.callerSignal?.reason);
  readonly #onAccountAbort = () => this.#cut("aborted", this.#open.signal.reason);

  #cut(status: "aborted" | "failed", reason: unknown): void {
    if (this.#cutOff) return;
    this.#cutOff = true;
    this.close();
    this.flow.taken = this.#sent;
    let told = reason;
    try {
      this.settle({ status, error: reason });
    } catch (ledgerError) {
      told = ledgerError;
    }
    this.#controller.abort(told);
    this.#tellCut?.(told);
  }

  #facts(ending: CallEnding): Settlement {
    const { modelId, provider, blockName, simulated, streamed, clock } = this.#setup;
    const { firstTokenAt, requestId } = this.flow;
    const bill = billFor(this.flow, ending.status === "complete", this.#setup);
    const base = {
      modelId,
      provider,
      ...(blockName !== undefined && { blockName }),
      ...bill,
      streamed,
      startedAt: this.#startedAt,
      latencyMs: Math.max(0, clock.elapsed() - this.#startedOn),
      ...(streamed &&
        firstTokenAt !== undefined && { timeToFirstTokenMs: Math.max(0, firstTokenAt - this.#startedOn) }),
      ...(requestId !== undefined && { requestId }),
      ...(simulated && { simulated }),
    };
    if (ending.status === "complete")
      return { ...base, status: "complete", finishReason: ending.finishReason };
    return { ...base, status: ending.status, error: toErrorRecord(ending.error) };
  }
}

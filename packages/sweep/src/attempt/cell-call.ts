import type { CallIntent, Charge, ErrorRecord, OpenCall } from "@flow-state-dev/core";
import type { RatePermit } from "../limits/rate-window.ts";
import type { Provider } from "../limits/slots.ts";

type Settlement = Parameters<OpenCall["settle"]>[0];

/** How a call ended, as far as the limits learn from it. */
export type EndedCall = Pick<Charge, "status"> & { error?: ErrorRecord };

/** Who keeps the calls of an attempt, as a call knows it. */
export interface CallKeeper {
  /** A call is about to be booked. */
  booking(): void;
  /** A call has been booked, or could not be. */
  ended(call: CellCall, charge: EndedCall): void;
  /** A call was refused or cut off for this reason. */
  limitPassed(reason: unknown): void;
}

/** A call of a cell: cut off with its account or with its cell, whichever comes first. */
export class CellCall implements OpenCall {
  readonly intent: CallIntent;
  /** Whose limit learns from it. */
  readonly provider: Provider;
  /** The cut of the provider's limit under which it went out. */
  readonly cuts: number;
  readonly #inner: OpenCall;
  readonly #permit: RatePermit | undefined;
  readonly #keeper: CallKeeper;
  #controller: AbortController | undefined;
  #cut: { reason: unknown } | undefined;

  constructor(
    inner: OpenCall,
    intent: CallIntent,
    provider: Provider,
    permit: RatePermit | undefined,
    keeper: CallKeeper,
  ) {
    this.#inner = inner;
    this.intent = intent;
    this.provider = provider;
    this.cuts = provider.limit.cuts;
    this.#permit = permit;
    this.#keeper = keeper;
  }

  get id(): string {
    return this.#inner.id;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#cut) this.#controller.abort(this.#cut.reason);
      else if (this.#inner.signal.aborted) this.#onLimit();
      else this.#inner.signal.addEventListener("abort", this.#onLimit, { once: true });
    }
    return this.#controller.signal;
  }

  cut(reason: unknown): void {
    this.#cut ??= { reason };
    this.#controller?.abort(reason);
  }

  settle(facts: Settlement): Charge {
    const { signal } = this.#inner;
    if (this.#controller) signal.removeEventListener("abort", this.#onLimit);
    if (signal.aborted) this.#keeper.limitPassed(signal.reason);
    this.#keeper.booking();
    try {
      return this.#inner.settle(facts);
    } finally {
      // Also when the ledger could not write: the call has ended all the same.
      this.#permit?.used(tokensOf(facts));
      this.#keeper.ended(this, facts);
    }
  }

  readonly #onLimit = () => this.#controller?.abort(this.#inner.signal.reason);
}

/** In whole tokens. NaN when nobody counted them, or as nobody can: the provider may have. */
function tokensOf({ usage, usageKnown }: Settlement): number {
  const tokens = Math.round(usage.inputTokens + usage.outputTokens);
  const counted = usageKnown === "reported" || (usageKnown === "estimated" && tokens > 0);
  return counted && Number.isSafeInteger(tokens) ? tokens : Number.NaN;
}

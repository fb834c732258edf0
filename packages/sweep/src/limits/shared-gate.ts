import type { ProviderShares, RateAsk } from "@flow-state-dev/records";
import type { Timer } from "../time/timer.ts";
import type { CallGate } from "./rate-gate.ts";
import type { RateLimits, RatePermit } from "./rate-window.ts";
import { RecentSizes } from "./recent-sizes.ts";
import { Turns } from "./turns.ts";

/** What a worker shares of the requests and tokens of one provider, and with whom. */
export interface SharedGateParts {
  provider: string;
  limits: RateLimits;
  shares: Pick<ProviderShares, "grantRates">;
  timer: Timer;
}

/** Refusals are asked about again after this time at the latest: others may have ended calls. */
const againMs = 1_000;
/** What calls did is told after this time, when nothing else is asked before. */
const newsMs = 300;
/** Calls under way are told of as often as this, so that nobody takes their worker for dead. */
const signOfLifeMs = 10_000;

interface Waiter {
  /** Undefined when there is no place now; only for those that asked for one without waiting. */
  admit(permit: RatePermit | undefined): void;
  patient: boolean;
}

/**
 * Where calls of this worker wait for a place in the minute that all workers share. Those that wait together are asked
 * for together. A granted call counts from then on, and for a whole minute from when it is told that it went out: so
 * the limit holds for any minute, however long it is between the grant, the call and the news of it.
 */
export class SharedGate implements CallGate {
  readonly #parts: SharedGateParts;
  readonly #turns: Turns;
  readonly #waiting = new Set<Waiter>();
  readonly #sizes = new RecentSizes();
  #held = 0;
  #sent = 0;
  #underWay = 0;
  #endedTokens = 0;
  #known = 0;

  constructor(parts: SharedGateParts) {
    this.#parts = parts;
    this.#turns = new Turns(() => this.#ask(), parts.timer);
  }

  /** A place as soon as it has been asked for; undefined when there is none, or when others wait already. */
  take(): Promise<RatePermit | undefined> | undefined {
    if (this.#waiting.size > 0 && [...this.#waiting].some(({ patient }) => patient)) return undefined;
    return new Promise((resolve) => {
      this.#waiting.add({ admit: resolve, patient: false });
      this.#turns.within(0);
    });
  }

  wait(signal: AbortSignal): Promise<RatePermit> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const onAbort = () => {
        this.#waiting.delete(waiter);
        reject(signal.reason);
      };
      const waiter: Waiter = {
        admit: (permit) => {
          signal.removeEventListener("abort", onAbort);
          resolve(permit!);
        },
        patient: true,
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiting.add(waiter);
      this.#turns.within(againMs);
    });
  }

  stop(): void {
    this.#turns.stop();
    for (const waiter of this.#waiting) if (!waiter.patient) this.#admit(waiter, undefined);
  }

  async #ask(): Promise<number | undefined> {
    const { shares, provider, limits } = this.#parts;
    const asked = [...this.#waiting];
    const [sent, endedTokens] = [this.#sent, this.#endedTokens];
    this.#sent = 0;
    this.#endedTokens = 0;
    const ask: RateAsk = {
      requests: limits.requestsPerMinute ?? null,
      tokens: limits.tokensPerMinute ?? null,
      wanted: asked.length,
      held: this.#held,
      ...{ sent, underWay: this.#underWay, endedTokens, known: this.#known },
      largest: this.#sizes.largest ?? 0,
      mean: this.#sizes.mean ?? 0,
    };
    try {
      const { granted, waitMs } = await shares.grantRates(provider, ask);
      this.#hand(asked, granted);
      if (this.#waiting.size > 0) return this.#hasNewcomers(asked) ? 0 : Math.min(waitMs, againMs);
    } catch (error) {
      this.#sent += sent;
      this.#endedTokens += endedTokens;
      for (const waiter of asked) if (!waiter.patient) this.#admit(waiter, undefined);
      throw error;
    }
    if (this.#sent > 0 || this.#endedTokens > 0) return newsMs;
    return this.#held + this.#underWay > 0 ? signOfLifeMs : undefined;
  }

  /** The first have what was granted; who does not wait is told that there is nothing. */
  #hand(asked: readonly Waiter[], granted: number): void {
    let left = granted;
    for (const waiter of asked) {
      if (!this.#waiting.has(waiter)) continue;
      if (left > 0) {
        left -= 1;
        this.#admit(waiter, this.#permit());
      } else if (!waiter.patient) this.#admit(waiter, undefined);
    }
  }

  #admit(waiter: Waiter, permit: RatePermit | undefined): void {
    this.#waiting.delete(waiter);
    waiter.admit(permit);
  }

  #hasNewcomers(asked: readonly Waiter[]): boolean {
    return [...this.#waiting].some((waiter) => !asked.includes(waiter) && !waiter.patient);
  }

  #permit(): RatePermit {
    this.#held += 1;
    let state: "held" | "sent" | "done" = "held";
    return {
      sent: () => {
        if (state !== "held") return;
        state = "sent";
        this.#held -= 1;
        this.#sent += 1;
        this.#underWay += 1;
        this.#turns.within(newsMs);
      },
      used: (tokens) => {
        if (state !== "sent") return;
        state = "done";
        this.#underWay -= 1;
        const isKnown = tokens >= 0 && Number.isFinite(tokens);
        this.#endedTokens += isKnown ? tokens : (this.#sizes.largest ?? 0);
        this.#known += 1;
        if (isKnown && tokens > 0) this.#sizes.add(tokens);
        this.#turns.within(newsMs);
      },
      giveBack: () => {
        if (state !== "held") return;
        state = "done";
        this.#held -= 1;
        this.#turns.within(newsMs);
      },
    };
  }
}

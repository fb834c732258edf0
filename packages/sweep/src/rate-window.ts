import type { Clock } from "@flow-state-dev/core";

/** A place in the current minute, held for a call that is about to go out. */
export interface RatePermit {
  /** The call goes out now. Until then the place counts as taken, however long that is. */
  sent(): void;
  /** The call has ended and used so many tokens. */
  used(tokens: number): void;
  /** The call never went out. */
  giveBack(): void;
}

/** What a provider allows within any 60 seconds. */
export interface RateLimits {
  requestsPerMinute?: number;
  tokensPerMinute?: number;
}

interface Entry {
  at: number;
  tokens: number;
  settled: boolean;
  /** Out of the window, and its tokens with it. */
  gone: boolean;
}

const windowMs = 60_000;
const firstGuess = 1000;

/**
 * Keeps requests and tokens of any 60 seconds within their limits. Requests are counted exactly. How many tokens a
 * call will use is known only when it has ended: until then it counts with the mean of the calls before it, so the
 * limit of tokens is kept on average and may be passed by the error of that guess. A call that is larger than the
 * whole limit goes out alone.
 */
export class RateWindow {
  readonly #limits: RateLimits;
  readonly #clock: Clock;
  /** In the order in which they went out; those before `#first` are out of the window. */
  #entries: Entry[] = [];
  #first = 0;
  #held = 0;
  #heldTokens = 0;
  #tokens = 0;
  #meanTokens: number | undefined;

  constructor(limits: RateLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** A place, if there is one now. */
  take(): RatePermit | undefined {
    if (this.waitMs() > 0) return undefined;
    const guess = this.#guess();
    this.#held += 1;
    this.#heldTokens += guess;
    let entry: Entry | undefined;
    let done = false;
    const leave = () => {
      this.#held -= 1;
      this.#heldTokens -= guess;
    };
    return {
      sent: () => {
        if (done || entry) return;
        leave();
        entry = { at: this.#clock.elapsed(), tokens: guess, settled: false, gone: false };
        this.#entries.push(entry);
        this.#tokens += guess;
      },
      used: (tokens) => {
        if (!entry || entry.settled) return;
        entry.settled = true;
        this.#learn(tokens);
        if (entry.gone) return;
        this.#tokens += tokens - entry.tokens;
        entry.tokens = tokens;
      },
      giveBack: () => {
        if (done || entry) return;
        done = true;
        leave();
      },
    };
  }

  /** How long until there can be a place, as far as is known now; 0 when there is one. */
  waitMs(): number {
    const now = this.#clock.elapsed();
    this.#forget(now);
    const { requestsPerMinute, tokensPerMinute } = this.#limits;
    const under = this.#entries.length - this.#first;
    let wait = 0;
    if (requestsPerMinute !== undefined) {
      const excess = under + this.#held + 1 - requestsPerMinute;
      if (excess > 0) wait = this.#untilGone(Math.min(excess, under), now);
    }
    if (tokensPerMinute !== undefined && under + this.#held > 0) {
      let excess = this.#tokens + this.#heldTokens + this.#guess() - tokensPerMinute;
      let leaving = 0;
      while (excess > 0 && leaving < under) excess -= this.#entries[this.#first + leaving++]!.tokens;
      if (leaving > 0 || excess > 0) wait = Math.max(wait, this.#untilGone(leaving, now));
    }
    return wait;
  }

  /** Until the so many oldest calls are out of the window; a moment when only calls that are held are in the way. */
  #untilGone(calls: number, now: number): number {
    if (calls <= 0) return 10;
    return Math.max(1, this.#entries[this.#first + calls - 1]!.at + windowMs - now);
  }

  #forget(now: number): void {
    while (this.#first < this.#entries.length && this.#entries[this.#first]!.at <= now - windowMs) {
      const entry = this.#entries[this.#first]!;
      entry.gone = true;
      this.#tokens -= entry.tokens;
      this.#first += 1;
    }
    if (this.#first > 64 && this.#first * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#first);
      this.#first = 0;
    }
  }

  #guess(): number {
    if (this.#limits.tokensPerMinute === undefined) return 0;
    return this.#meanTokens ?? Math.min(firstGuess, this.#limits.tokensPerMinute);
  }

  #learn(tokens: number): void {
    this.#meanTokens = this.#meanTokens === undefined ? tokens : this.#meanTokens * 0.9 + tokens * 0.1;
  }
}

import type { Clock } from "@flow-state-dev/core";
import { MinuteSum, windowMs } from "./minute-sum.ts";
import { RecentSizes } from "./recent-sizes.ts";

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

/** A call whose end nobody told is taken for ended then. */
const forgottenMs = 15 * 60_000;
const firstGuess = 1000;
/** When calls are larger than this part of the limit, room for the largest would leave too much of it unused. */
const finePart = 0.25;

/**
 * Keeps requests and tokens of any 60 seconds within their limits. Requests are counted exactly, from when they go out.
 *
 * How many tokens a call uses is known only when it has ended. Until then it counts as much as the largest of the last
 * calls, afterwards as what it used, for 60 seconds more: a provider may count it when it begins or when it ends. A new
 * call goes out when there is room for one as large as the largest of late, or as the mean of them where the largest is
 * more than a quarter of the limit. While little is known, only one more call may be under way than have ended before
 * the oldest of those: large calls are slow, and those that end first say nothing of them. It is waited so for a minute
 * at most. So the limit is kept when sizes come again, and passed by less than one call when they alternate; only calls
 * larger than all of late pass it by more. One that is larger than the whole limit goes out alone.
 */
export class RateWindow {
  readonly #limits: RateLimits;
  readonly #clock: Clock;
  readonly #sizes = new RecentSizes();
  /** When requests went out. */
  readonly #requests = new MinuteSum();
  /** When calls ended, and what they used. */
  readonly #ended = new MinuteSum();
  /** Gone out and not ended, in that order. */
  readonly #underWay = new Set<Permit>();
  /** Permits of calls that have not gone out. */
  #held = 0;
  #sentCalls = 0;
  /** Told when a call has ended or was given back, so that there may be a place before its time. */
  onFreed: () => void = () => {};

  constructor(limits: RateLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** A place, if there is one now. */
  take(): RatePermit | undefined {
    if (this.waitMs() > 0) return undefined;
    this.#held += 1;
    return new Permit(this.#seat);
  }

  /** How long until there can be a place, as far as is known now and unless a call ends before; 0 when there is one. */
  waitMs(): number {
    const now = this.#clock.elapsed();
    this.#forget(now);
    return Math.max(this.#requestWait(now), this.#tokenWait(now));
  }

  #requestWait(now: number): number {
    const { requestsPerMinute } = this.#limits;
    if (requestsPerMinute === undefined) return 0;
    const excess = this.#requests.count + this.#held + 1 - requestsPerMinute;
    return excess <= 0 ? 0 : this.#requests.untilGone(Math.min(excess, this.#requests.count), now);
  }

  #tokenWait(now: number): number {
    const { tokensPerMinute: limit } = this.#limits;
    if (limit === undefined) return 0;
    const unsettled = this.#held + this.#underWay.size;
    if (unsettled + this.#ended.count === 0) return 0;
    const unknown = this.#unknownWait(now);
    if (unknown > 0) return unknown;
    const largest = this.#sizes.largest ?? Math.min(firstGuess, limit);
    const mean = this.#sizes.mean ?? largest;
    const next = Math.max(mean, Math.min(largest, limit * finePart));
    const excess = this.#ended.amount + unsettled * largest + next - limit;
    if (excess <= 0) return 0;
    const leaving = this.#ended.countOf(excess);
    const untilGone = this.#ended.untilGone(leaving ?? this.#ended.count, now);
    if (unsettled === 0) return untilGone;
    return leaving === undefined ? this.#untilSettled(now) : untilGone;
  }

  /** While more calls are under way than their elders can speak for. */
  #unknownWait(now: number): number {
    let old = 0;
    for (const permit of this.#underWay) {
      if (permit.sentAt > now - windowMs) {
        const young = this.#held + this.#underWay.size - old;
        return young > permit.number ? permit.sentAt + windowMs - now : 0;
      }
      old += 1;
    }
    return this.#held > this.#sentCalls ? windowMs : 0;
  }

  /** Only calls under way are in the way; their end is told. */
  #untilSettled(now: number): number {
    const [oldest] = this.#underWay;
    return oldest ? Math.max(1, oldest.sentAt + forgottenMs - now) : windowMs;
  }

  #forget(now: number): void {
    this.#requests.leave(now);
    this.#ended.leave(now);
    for (const permit of this.#underWay) {
      if (permit.sentAt > now - forgottenMs) return;
      this.#underWay.delete(permit);
    }
  }

  readonly #seat: Seat = {
    sent: (permit) => {
      this.#held -= 1;
      const now = this.#clock.elapsed();
      permit.sentAt = now;
      this.#requests.add(now, 1);
      this.#underWay.add(permit);
      permit.number = this.#sentCalls;
      this.#sentCalls += 1;
    },
    used: (permit, tokens) => {
      if (!this.#underWay.delete(permit) || this.#limits.tokensPerMinute === undefined) return;
      const known = tokens >= 0 && Number.isFinite(tokens);
      this.#ended.add(this.#clock.elapsed(), known ? tokens : (this.#sizes.largest ?? 0));
      if (known && tokens > 0) this.#sizes.add(tokens);
      this.onFreed();
    },
    giveBack: () => {
      this.#held -= 1;
      this.onFreed();
    },
  };
}

interface Seat {
  sent(permit: Permit): void;
  used(permit: Permit, tokens: number): void;
  giveBack(): void;
}

class Permit implements RatePermit {
  readonly #seat: Seat;
  #state: "held" | "sent" | "done" = "held";
  sentAt = 0;
  /** How many went out before it. */
  number = 0;

  constructor(seat: Seat) {
    this.#seat = seat;
  }

  sent(): void {
    if (this.#state !== "held") return;
    this.#state = "sent";
    this.#seat.sent(this);
  }

  used(tokens: number): void {
    if (this.#state !== "sent") return;
    this.#state = "done";
    this.#seat.used(this, tokens);
  }

  giveBack(): void {
    if (this.#state !== "held") return;
    this.#state = "done";
    this.#seat.giveBack();
  }
}

import type { Clock } from "@flow-state-dev/core";
import type { ProviderGroup, Slots } from "./slots.ts";

/** Who is told when an attempt stops and starts to work. */
export interface SlotListener {
  /** Fires when the attempt is over: it needs no slot any more. */
  readonly waitSignal: AbortSignal;
  yielded(): void;
  regained(): void;
}

/**
 * The slot of one attempt, and the time it works. The slot is given away while a branch of the attempt is in a pause
 * and none of its calls is under way, and taken again before the last pause ends or a call opens. Time without the slot
 * is waiting time. Nothing is held while nobody of the attempt can use it: an attempt that waits for its turn at a
 * provider never keeps the slot that those before it need.
 */
export class SlotHolder {
  readonly #slots: Slots;
  readonly #group: ProviderGroup;
  readonly #clock: Clock;
  readonly #listener: SlotListener;
  #startedAt: number;
  #held: boolean;
  /** It has had its slot, now or before. */
  #entered: boolean;
  #over = false;
  #pauses = 0;
  #calls = 0;
  #waitedMs = 0;
  #waitingSince = 0;
  #asideSince: number | undefined;
  #regaining: Promise<void> | undefined;
  #entering: Promise<void> | undefined;
  #giveUp: ((reason: unknown) => void) | undefined;
  #givenUp: { reason: unknown } | undefined;

  /** Either the slot has been taken already, or the attempt is made ready before there is one. */
  constructor(slots: Slots, group: ProviderGroup, clock: Clock, listener: SlotListener, held: boolean) {
    this.#slots = slots;
    this.#group = group;
    this.#clock = clock;
    this.#listener = listener;
    this.#startedAt = clock.elapsed();
    this.#held = held;
    this.#entered = held;
    this.#waitingSince = this.#startedAt;
  }

  /** False while it is made ready, before it has had a slot. */
  get entered(): boolean {
    return this.#entered;
  }

  /** When it had its slot first, or was made. */
  get startedAt(): number {
    return this.#startedAt;
  }

  /** Whether a branch of the attempt waits for something: a pause, a turn, a slot, money. */
  get waiting(): boolean {
    return this.#pauses > 0 || this.#calls > 0 || this.#regaining !== undefined;
  }

  get workingMs(): number {
    return Math.max(0, this.#clock.elapsed() - this.#startedAt - this.waitingMs);
  }

  get waitingMs(): number {
    const since = this.#held ? this.#asideSince : this.#waitingSince;
    return this.#waitedMs + (since === undefined ? 0 : this.#clock.elapsed() - since);
  }

  /**
   * Does something that is nobody's work, without the slot unless a call is under way. When it has ended the attempt
   * has its slot again, except while another branch of it is still in such a wait.
   */
  async outside<T>(wait: () => Promise<T>): Promise<T> {
    this.#pauses += 1;
    this.#yieldUnneeded();
    try {
      return await wait();
    } finally {
      this.#pauses -= 1;
      await this.#regain();
    }
  }

  /**
   * Opens a call that waits for money, which is nobody's work, and keeps the slot: cells with one set the money free.
   * Giving the slot away here could leave every slot with a cell that waits for the money of one without.
   */
  async aside<T>(wait: () => Promise<T>): Promise<T> {
    if (this.#calls > 1 || this.#asideSince !== undefined) return wait();
    this.#asideSince = this.#clock.elapsed();
    this.#listener.yielded();
    try {
      return await wait();
    } finally {
      if (this.#asideSince !== undefined && !this.#over) {
        this.#waitedMs += this.#clock.elapsed() - this.#asideSince;
        this.#asideSince = undefined;
        this.#listener.regained();
      }
    }
  }

  /** Takes its first slot. Rejects when that is given up. */
  enter(): Promise<void> {
    if (this.#givenUp) return Promise.reject(this.#givenUp.reason);
    this.#entering ??= new Promise((resolve, reject) => {
      const leave = this.#slots.ask(this.#group, () => {
        this.#entered = true;
        this.#held = true;
        this.#startedAt = this.#clock.elapsed();
        this.#waitedMs = 0;
        this.#listener.regained();
        resolve();
      });
      if (this.#entered) return;
      this.#giveUp = (reason) => {
        leave();
        reject(reason);
      };
    });
    return this.#entering;
  }

  /** Neither waits for its first slot from now on nor takes one. */
  giveUp(reason: unknown): void {
    if (this.#entered || this.#givenUp) return;
    this.#givenUp = { reason };
    this.#giveUp?.(reason);
  }

  /**
   * Has the slot when it resolves, at once when there is no promise, and keeps it until the call has ended. Rejects
   * when the attempt is over.
   */
  beginCall(): Promise<void> | undefined {
    this.#calls += 1;
    if (this.#held || this.#over) return undefined;
    return this.#entered ? this.#regainForCall() : this.#enterForCall();
  }

  #enterForCall(): Promise<void> {
    return this.enter().catch((error: unknown) => {
      this.endCall();
      throw error;
    });
  }

  async #regainForCall(): Promise<void> {
    try {
      await this.#regain();
    } catch (error) {
      this.endCall();
      throw error;
    }
  }

  endCall(): void {
    this.#calls -= 1;
    this.#yieldUnneeded();
  }

  /** The attempt is over; its slot is free. */
  end(): void {
    if (this.#over) return;
    this.#waitedMs = this.waitingMs;
    this.#asideSince = undefined;
    this.#over = true;
    if (this.#held) this.#slots.release(this.#group);
    this.#held = true;
  }

  /** With a branch in a pause and no call under way the attempt counts as waiting, whatever other branches do. */
  get #needed(): boolean {
    return this.#calls > 0 || this.#pauses === 0;
  }

  #yieldUnneeded(): void {
    if (!this.#held || this.#over || this.#needed) return;
    this.#held = false;
    this.#waitingSince = this.#clock.elapsed();
    this.#listener.yielded();
    this.#slots.release(this.#group);
  }

  async #regain(): Promise<void> {
    while (!this.#held && !this.#over && this.#needed) {
      if (!this.#entered) {
        await this.enter();
        continue;
      }
      this.#regaining ??= this.#waitForSlot();
      await this.#regaining;
    }
  }

  async #waitForSlot(): Promise<void> {
    try {
      await this.#slots.wait(this.#group, this.#listener.waitSignal);
      if (this.#over) return this.#slots.release(this.#group);
      this.#waitedMs += this.#clock.elapsed() - this.#waitingSince;
      this.#held = true;
      this.#listener.regained();
      this.#yieldUnneeded();
    } finally {
      this.#regaining = undefined;
    }
  }
}

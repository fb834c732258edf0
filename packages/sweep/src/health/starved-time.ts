import type { HealthWatch } from "./health.ts";

/** For how much of its working time an attempt could not go on because the process stood still. In milliseconds. */
export class StarvedTime {
  readonly #health: HealthWatch;
  /** Of the times it worked before the present one. */
  #before = 0;
  /** What the watch said when it last began to work; undefined while it waits. */
  #from: number | undefined;
  /** How long the process stood still for its own code, as far as that is known. */
  #own = 0;

  /** It works from now on. */
  constructor(health: HealthWatch) {
    this.#health = health;
    this.#from = health.starvedMs();
  }

  /** It waits: how the process does is nothing to it. */
  pause(): void {
    this.#before = this.all;
    this.#from = undefined;
  }

  /** It works again. */
  resume(): void {
    this.#from = this.#health.starvedMs();
  }

  /** Runs its code until that first awaits something. What it blocks in doing so is its own fault; that is told. */
  begin(code: () => void): number {
    const from = this.#health.starvedMs();
    code();
    const blockedMs = this.#health.starvedMs() - from;
    if (this.#from !== undefined) this.#own = blockedMs;
    return blockedMs;
  }

  /** Until now, its own fault included. */
  get all(): number {
    return this.#before + (this.#from === undefined ? 0 : this.#health.starvedMs() - this.#from);
  }

  /**
   * Until now, through no fault of its own. Its own is what its code blocked in `begin`; later blocks cannot be told
   * from those of others.
   */
  get byOthers(): number {
    return Math.max(0, this.all - this.#own);
  }
}

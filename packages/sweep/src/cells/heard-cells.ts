import { type Linable, Line } from "@flow-state-dev/core";
import type { Slots } from "../limits/slots.ts";

/** What is told of an attempt. */
type News = () => void;

/** What an attempt carries while its start was not told yet. */
export interface Unheard extends Linable<Unheard> {
  readonly attempt: Hearable;
  /** It is made ready, it has started, or it has ended without a slot. */
  state: "readying" | "started" | "ended";
  /** In their order. */
  news: News[];
}

/** An attempt that may be heard of; only this writes what it carries. */
export interface Hearable {
  unheard: Unheard | undefined;
}

/**
 * Whose start and end the listener hears, and when. An attempt gives its slot on when its work is done, and the next one
 * starts at once; but the end is told only when it is durable. So that nobody hears of more cells at once than may run,
 * the start of the next one is told when that has happened, and what comes of it by then after its start.
 */
export class HeardCells {
  readonly #slots: Pick<Slots, "running">;
  readonly #concurrency: number;
  readonly #unheard = new Line<Unheard>();
  /** Of these, the ones that have started. */
  #started = 0;
  /** Attempts that gave their slot on and whose end is not told. */
  #ending = 0;

  readonly #isListened: boolean;

  /** Where nobody listens everything is told at once. */
  constructor(slots: Pick<Slots, "running">, concurrency: number, isListened = true) {
    this.#slots = slots;
    this.#concurrency = concurrency;
    this.#isListened = isListened;
  }

  /** An attempt is made ready before it has a slot. */
  readying(attempt: Hearable): void {
    if (!this.#isListened) return;
    this.#lineUp(attempt, "readying", []);
  }

  /** An attempt that has its slot starts. */
  started(attempt: Hearable, tell: News): void {
    if (!this.#isListened) return void tell();
    // Those that have started are in the order in which they did.
    const news = this.#leave(attempt)?.news ?? [];
    this.#lineUp(attempt, "started", [tell, ...news]);
    this.#started += 1;
    this.serve();
  }

  /** Something came of an attempt on its way. */
  meanwhile(attempt: Hearable, tell: News): void {
    if (attempt.unheard) attempt.unheard.news.push(tell);
    else tell();
  }

  /** The work of an attempt is done, and it gives its slot on. */
  ending(): void {
    this.#ending += 1;
  }

  /** The end of an attempt that had a slot is durable: it is told now. `gaveOn` says whether its slot was given on. */
  ended(attempt: Hearable, tell: News, gaveOn: boolean): void {
    this.#hear(attempt);
    tell();
    if (gaveOn) this.#ending -= 1;
    this.serve();
  }

  /** The same of one that never had a slot: start and end are told together, when there is room for it. */
  endedUnheard(attempt: Hearable, start: News, end: News): void {
    if (!this.#isListened) return void end();
    const { unheard } = attempt;
    const news = [start, ...(unheard?.news ?? []), end];
    if (unheard) Object.assign(unheard, { state: "ended", news });
    else this.#lineUp(attempt, "ended", news);
    this.serve();
  }

  /** Nothing is told of an attempt that was only made ready. */
  forget(attempt: Hearable): void {
    this.#leave(attempt);
  }

  /** Tells what there is room for. To be called when a slot became free of which no end was told. */
  serve(): void {
    let unheard = this.#unheard.first;
    while (unheard) {
      if (this.#slots.running + this.#ending - this.#started >= this.#concurrency) return;
      if (unheard.state === "readying") unheard = unheard.behind;
      else {
        this.#hear(unheard.attempt);
        // Whoever was told may have changed the line.
        unheard = this.#unheard.first;
      }
    }
  }

  #hear(attempt: Hearable): void {
    const unheard = this.#leave(attempt);
    if (!unheard) return;
    if (unheard.state === "started") this.#started -= 1;
    for (const tell of unheard.news) tell();
  }

  #lineUp(attempt: Hearable, state: Unheard["state"], news: News[]): void {
    attempt.unheard = { attempt, state, news, before: null, behind: null };
    this.#unheard.add(attempt.unheard);
  }

  #leave(attempt: Hearable): Unheard | undefined {
    const { unheard } = attempt;
    if (unheard) this.#unheard.delete(unheard);
    attempt.unheard = undefined;
    return unheard;
  }
}

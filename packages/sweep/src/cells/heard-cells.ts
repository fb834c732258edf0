import type { Slots } from "../limits/slots.ts";

/** What is told of an attempt. */
type News = () => void;

/** An attempt whose start was not told yet. */
interface Unheard {
  /** It is made ready, it has started, or it has ended without a slot. */
  state: "readying" | "started" | "ended";
  /** In their order. */
  news: News[];
}

/**
 * Whose start and end the listener hears, and when. An attempt gives its slot on when its work is done, and the next one
 * starts at once; but the end is told only when it is durable. So that nobody hears of more cells at once than may run,
 * the start of the next one is told when that has happened, and what comes of it by then after its start.
 */
export class HeardCells<A extends object> {
  readonly #slots: Pick<Slots, "running">;
  readonly #concurrency: number;
  readonly #unheard = new Map<A, Unheard>();
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
  readying(attempt: A): void {
    if (!this.#isListened) return;
    this.#unheard.set(attempt, { state: "readying", news: [] });
  }

  /** An attempt that has its slot starts. */
  started(attempt: A, tell: News): void {
    if (!this.#isListened) return void tell();
    const news = this.#unheard.get(attempt)?.news ?? [];
    // Those that have started are in the order in which they did.
    this.#unheard.delete(attempt);
    this.#unheard.set(attempt, { state: "started", news: [tell, ...news] });
    this.#started += 1;
    this.serve();
  }

  /** Something came of an attempt on its way. */
  meanwhile(attempt: A, tell: News): void {
    const unheard = this.#unheard.get(attempt);
    if (unheard) unheard.news.push(tell);
    else tell();
  }

  /** The work of an attempt is done, and it gives its slot on. */
  ending(): void {
    this.#ending += 1;
  }

  /** The end of an attempt that had a slot is durable: it is told now. `gaveOn` says whether its slot was given on. */
  ended(attempt: A, tell: News, gaveOn: boolean): void {
    this.#hear(attempt);
    tell();
    if (gaveOn) this.#ending -= 1;
    this.serve();
  }

  /** The same of one that never had a slot: start and end are told together, when there is room for it. */
  endedUnheard(attempt: A, start: News, end: News): void {
    if (!this.#isListened) return void end();
    const news = this.#unheard.get(attempt)?.news ?? [];
    this.#unheard.set(attempt, { state: "ended", news: [start, ...news, end] });
    this.serve();
  }

  /** Nothing is told of an attempt that was only made ready. */
  forget(attempt: A): void {
    this.#unheard.delete(attempt);
  }

  /** Tells what there is room for. To be called when a slot became free of which no end was told. */
  serve(): void {
    for (const [attempt, { state }] of this.#unheard) {
      if (this.#slots.running + this.#ending - this.#started >= this.#concurrency) return;
      if (state !== "readying") this.#hear(attempt);
    }
  }

  #hear(attempt: A): void {
    const unheard = this.#unheard.get(attempt);
    if (!unheard) return;
    this.#unheard.delete(attempt);
    if (unheard.state === "started") this.#started -= 1;
    for (const tell of unheard.news) tell();
  }
}

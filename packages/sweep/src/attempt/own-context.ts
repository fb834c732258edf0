import type { CellContext, CellProgress } from "./cell-context.ts";
import type { CachedAnswer } from "./work-done.ts";

/**
 * A context whose members are its own, so that spreading it keeps them. Account, signal, pause and methods are made
 * only when they are read, for most cells need but some of them; the times are those of the moment. The getters are
 * shared, for an object with getters made for it alone takes a kilobyte.
 */
export class OwnContext implements CellContext {
  readonly cell: CellContext["cell"];
  readonly runId: string;
  readonly attempt: number;
  declare readonly account: CellContext["account"];
  declare readonly signal: CellContext["signal"];
  declare readonly pause: CellContext["pause"];
  declare readonly workingMs: number;
  declare readonly starvedMs: number;
  declare readonly keep: CellContext["keep"];
  declare readonly noteCached: CellContext["noteCached"];
  readonly #source: CellContext;

  static readonly #members: PropertyDescriptorMap & ThisType<OwnContext> = {
    account: {
      enumerable: true,
      get() {
        return this.#source.account;
      },
    },
    signal: {
      enumerable: true,
      get() {
        return this.#source.signal;
      },
    },
    pause: {
      enumerable: true,
      get() {
        return this.#source.pause;
      },
    },
    workingMs: {
      enumerable: true,
      get() {
        return this.#source.workingMs;
      },
    },
    starvedMs: {
      enumerable: true,
      get() {
        return this.#source.starvedMs;
      },
    },
    keep: {
      enumerable: true,
      get() {
        return (progress: CellProgress) => this.#source.keep(progress);
      },
    },
    noteCached: {
      enumerable: true,
      get() {
        return (answer: CachedAnswer) => this.#source.noteCached(answer);
      },
    },
  };

  constructor(source: CellContext) {
    this.#source = source;
    this.cell = source.cell;
    this.runId = source.runId;
    this.attempt = source.attempt;
    Object.defineProperties(this, OwnContext.#members);
  }
}

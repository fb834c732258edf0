import { type Charge, fromNanoUsd, type NanoUsd, toNanoUsd, type Usage } from "@flow-state-dev/core";
import { addWork, type CountedWork, noWork } from "@flow-state-dev/records";

/** An answer that a cache had. */
export interface CachedAnswer {
  /** What it cost when it was made, in US dollars; null when nobody knows. */
  costUsd: number | null;
  usage: Usage;
}

/** No answer costs more; a figure above is none. */
const mostUsd = 1e6;

const noTokens = noWork().usage;
const kinds = Object.keys(noTokens) as (keyof CountedWork["usage"])[];

/** What one attempt has done itself so far, added up as results are compared by it. */
export class WorkDone {
  #paid: NanoUsd = 0;
  #cached: NanoUsd = 0;
  #unknownCalls = 0;
  #cachedCalls = 0;
  #unknownJudging = 0;
  #unheardCalls = 0;
  readonly #usage = { ...noTokens };

  /** Known costs of its calls, without the judge's and what is only carried: what counts against its own limit. */
  get paid(): NanoUsd {
    return this.#paid;
  }

  /** Answers from a cache. */
  get cachedCalls(): number {
    return this.#cachedCalls;
  }

  /** Calls of the judge whose cost nobody knows. They are among the unknown ones of the cell, and not of its result. */
  get unknownJudging(): number {
    return this.#unknownJudging;
  }

  /** Calls of the subject that broke off before anything of their answers came. */
  get unheardCalls(): number {
    return this.#unheardCalls;
  }

  /** A call was booked. What is only carried is not known; one that broke off counts as the books have it. */
  charged({ costUsd, payer, usage, mostUsd: most, carried }: Charge & { carried?: boolean }): void {
    if (!carried) this.#use(usage);
    if (payer === "judge") {
      if (costUsd === null || carried) this.#unknownJudging += 1;
      return;
    }
    if (costUsd !== null && !carried) this.#paid += toNanoUsd(costUsd);
    if (costUsd === null || carried) this.#unknownCalls += 1;
    else if (payer === "subject" && most !== undefined) this.#unheardCalls += 1;
  }

  /** A cache had the answer to a call of the subject or agent. */
  cached({ costUsd, usage }: CachedAnswer): void {
    this.#cachedCalls += 1;
    this.#use(usage);
    if (costUsd !== null && costUsd >= 0 && costUsd <= mostUsd) this.#cached += toNanoUsd(costUsd);
    else this.#unknownCalls += 1;
  }

  /** All of it, with what an earlier attempt had done. */
  with(takenOver: CountedWork | undefined): CountedWork {
    const own = {
      costUsd: fromNanoUsd(this.#paid + this.#cached),
      unknownCalls: this.#unknownCalls,
      cachedUsd: fromNanoUsd(this.#cached),
      cachedCalls: this.#cachedCalls,
      usage: { ...this.#usage },
    };
    return takenOver ? addWork(own, takenOver) : own;
  }

  #use(usage: Usage): void {
    for (const kind of kinds) {
      const tokens = usage[kind];
      if (Number.isSafeInteger(tokens) && tokens > 0) this.#usage[kind] += tokens;
    }
  }
}

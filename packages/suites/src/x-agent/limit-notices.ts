import { formatDuration, formatMoney } from "@flow-state-dev/core";

/** How much of the limits is used. */
export interface LimitState {
  turns: number;
  mostTurns: number;
  elapsedMs: number;
  timeoutMs: number;
  spentUsd: number;
  /** Null: there is no limit. */
  budgetUsd: number | null;
}

const share = 0.8;

/** Tells the model once for each limit that most of it is used. */
export class LimitNotices {
  readonly #told = new Set<string>();

  /** What is to be said now; null when there is nothing new. */
  next(state: LimitState): string | null {
    const { turns, mostTurns, elapsedMs, timeoutMs, spentUsd, budgetUsd } = state;
    const notices = [
      turns >= mostTurns * share && this.#once("turns", `${mostTurns - turns} turns are left`),
      elapsedMs >= timeoutMs * share &&
        this.#once("time", `${formatDuration(Math.max(0, timeoutMs - elapsedMs))} are left`),
      budgetUsd !== null &&
        spentUsd >= budgetUsd * share &&
        this.#once("budget", `${formatMoney(Math.max(0, budgetUsd - spentUsd))} is left to spend`),
    ].filter((each) => typeof each === "string");
    return notices.length === 0 ? null : `[${notices.join("; ")}: finish what matters most]`;
  }

  #once(limit: string, text: string): string | false {
    if (this.#told.has(limit)) return false;
    this.#told.add(limit);
    return text;
  }
}

import type { CellId } from "@flow-state-dev/records";
import { providerOfModel } from "../limits/provider-of.ts";
import type { SweepEvent } from "../sweep-event.ts";

/** Cells that do not get on, for one reason: what they asked for failed, and they try again. */
export interface HeldUp {
  /** How many, at least 1. */
  cells: number;
  /** Whose calls fail; null when an attempt failed without one. */
  provider: string | null;
  /** What it answers, as `HTTP 429`, or the code of the error; null when neither is known. */
  answer: string | null;
}

type Reason = Omit<HeldUp, "cells">;

/** Follows which cells are held up. Remembers these only. */
export class HeldUpCells {
  readonly #reasons = new Map<string, Reason>();

  /** A call that fails holds its cell up, until one is answered or the cell ends. */
  see(event: SweepEvent): void {
    switch (event.type) {
      case "spent": {
        const { modelId, passing, status } = event;
        if (passing) this.#reasons.set(keyOf(event.cell), { provider: providerOfModel(modelId), ...passing });
        // One that was cut off says nothing about its provider.
        else if (status !== "aborted") this.#reasons.delete(keyOf(event.cell));
        break;
      }
      case "attempt-failed": {
        const key = keyOf(event.cell);
        if (!this.#reasons.has(key)) this.#reasons.set(key, { provider: null, answer: null });
        break;
      }
      case "started": {
        const key = keyOf(event.cell);
        if (this.#reasons.get(key)?.provider === null) this.#reasons.delete(key);
        break;
      }
      case "lost":
      case "finished":
        this.#reasons.delete(keyOf(event.cell));
        break;
    }
  }

  /** One entry a reason, that of most cells first; empty when all get on. */
  list(): HeldUp[] {
    const byReason = new Map<string, HeldUp>();
    for (const reason of this.#reasons.values()) {
      const key = JSON.stringify([reason.provider, reason.answer]);
      const known = byReason.get(key);
      if (known) known.cells += 1;
      else byReason.set(key, { cells: 1, ...reason });
    }
    return [...byReason.values()].sort((a, b) => b.cells - a.cells);
  }
}

function keyOf({ subject, task, run }: CellId): string {
  return JSON.stringify([subject, task, run]);
}

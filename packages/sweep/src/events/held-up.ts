import { type CellId, keyOfCell } from "@flow-state-dev/records";
import { providerOfModel } from "../limits/provider-of.ts";
import type { SweepEvent } from "../sweep-event.ts";
import { type HeldUp, sumHeldUp } from "./held-up-reasons.ts";

type Reason = Omit<HeldUp, "cells">;

/** Follows which cells are held up. Remembers these only. */
export class HeldUpCells {
  readonly #reasons = new Map<string, Reason>();
  /** Of these the cells that wait for their next attempt. */
  readonly #between = new Set<string>();

  /** A call that fails holds its cell up, until one is answered or the cell ends. */
  see(event: SweepEvent): void {
    switch (event.type) {
      case "spent": {
        const { modelId, passing, status } = event;
        if (passing)
          this.#reasons.set(keyOfCell(event.cell), { provider: providerOfModel(modelId), ...passing });
        // One that was cut off says nothing about its provider.
        else if (status !== "aborted") this.#forget(event.cell);
        break;
      }
      case "attempt-failed": {
        const key = keyOfCell(event.cell);
        if (!this.#reasons.has(key)) this.#reasons.set(key, { provider: null, answer: null });
        this.#between.add(key);
        break;
      }
      case "started": {
        const key = keyOfCell(event.cell);
        this.#between.delete(key);
        if (this.#reasons.get(key)?.provider === null) this.#reasons.delete(key);
        break;
      }
      case "lost":
      case "finished":
        this.#forget(event.cell);
        break;
    }
  }

  #forget(cell: CellId): void {
    this.#reasons.delete(keyOfCell(cell));
    this.#between.delete(keyOfCell(cell));
  }

  /** How many of them are in the midst of an attempt. */
  get underWay(): number {
    return this.#reasons.size - this.#between.size;
  }

  /** One entry a reason, that of most cells first; empty when all get on. */
  list(): HeldUp[] {
    return sumHeldUp([...this.#reasons.values()].map((reason) => ({ cells: 1, ...reason })));
  }
}

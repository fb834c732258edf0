import type { Charge } from "@flow-state-dev/core";

/**
 * Calls of a strict budget that cost more than the most they were taken to cost: their price is not what it was taken
 * for, and then the budget may be passed.
 */
export class DearerCalls {
  readonly #models = new Map<string, number>();

  see({ modelId, overReserved }: Pick<Charge, "modelId" | "overReserved">): void {
    if (overReserved) this.#models.set(modelId, (this.#models.get(modelId) ?? 0) + 1);
  }

  /** What a reader of the run must know, in sentences. */
  warnings(): string[] {
    return [...this.#models].map(([modelId, calls]) => {
      const which = calls === 1 ? "A call" : `${calls} calls`;
      return `${which} to ${modelId} cost more than the most that was held back, so the strict budget may be passed. Correct the price of the model.`;
    });
  }
}

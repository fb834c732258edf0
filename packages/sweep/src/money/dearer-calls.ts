import type { Charge } from "@flow-state-dev/core";

/** What is looked at of a charge. */
type Seen = Pick<Charge, "modelId" | "overReserved"> & { finishReason?: string };

/**
 * Calls of a strict budget that cost more than the most they were taken to cost: their price is not what it was taken
 * for, and then the budget may be passed. So it may by what agents report of their own spending, which is known only
 * when it is spent.
 */
export class DearerCalls {
  readonly #models = new Map<string, number>();
  readonly #reported = new Map<string, number>();

  see({ modelId, overReserved, finishReason }: Seen): void {
    if (!overReserved) return;
    const calls = finishReason === "reported" ? this.#reported : this.#models;
    calls.set(modelId, (calls.get(modelId) ?? 0) + 1);
  }

  /** What a reader of the run must know, in sentences. */
  warnings(): string[] {
    const reported = [...this.#reported].map(
      ([modelId, times]) =>
        `What agents reported of their own spending (${modelId}, ${times === 1 ? "once" : `${times} times`}) was held back by nobody, so the strict budget may be passed.`,
    );
    const dearer = [...this.#models].map(([modelId, calls]) => {
      const which = calls === 1 ? "A call" : `${calls} calls`;
      return `${which} to ${modelId} cost more than the most that was held back, so the strict budget may be passed. Correct the price of the model.`;
    });
    return [...reported, ...dearer];
  }
}

import type { Charge } from "@flow-state-dev/core";
import { unpricedWarning } from "@flow-state-dev/records";

type Seen = Pick<Charge, "payer" | "usageKnown" | "costUsd" | "modelId">;

/** So many models are named. */
const named = 5;

/**
 * Calls of models that nobody has a price of, among those that were billed. Those of an agent are told with its case.
 */
export class UnpricedCalls {
  #calls = 0;
  #unpriced = 0;
  readonly #models = new Set<string>();

  see({ payer, usageKnown, costUsd, modelId }: Seen): void {
    if (payer === "agent" || usageKnown === "none") return;
    this.#calls += 1;
    if (costUsd !== null) return;
    this.#unpriced += 1;
    if (this.#models.size <= named) this.#models.add(modelId);
  }

  /** What a reader of the run must know, in sentences. */
  warnings(): string[] {
    const models = [...this.#models];
    const shown = models.length > named ? [...models.slice(0, named), "…"] : models;
    return unpricedWarning(this.#unpriced, this.#calls, shown);
  }
}

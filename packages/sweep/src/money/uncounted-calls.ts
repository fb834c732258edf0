import type { Charge } from "@flow-state-dev/core";
import { uncountedWarning } from "@flow-state-dev/records";

/** What of a charge it looks at; `carried` is true when nobody knows how the call ended. */
type Seen = Pick<Charge, "payer" | "usageKnown" | "mostUsd"> & { carried?: boolean };

/**
 * Calls that came without a count of their tokens: what they cost is an estimate. Those that broke off unheard are told
 * of as such, and those of an agent with its case.
 */
export class UncountedCalls {
  #calls = 0;
  #uncounted = 0;

  see({ payer, usageKnown, mostUsd, carried }: Seen): void {
    if (payer === "agent" || usageKnown === "none" || mostUsd !== undefined || carried) return;
    this.#calls += 1;
    if (usageKnown === "estimated") this.#uncounted += 1;
  }

  /** What a reader of the run must know, in sentences. */
  warnings(): string[] {
    return uncountedWarning(this.#uncounted, this.#calls);
  }
}

import type { Charge } from "@flow-state-dev/core";
import { cutOffWarning } from "@flow-state-dev/records";

/**
 * Answers to subjects that ended because they had reached the most tokens that they may have: what is scored is then a
 * part of what would have been said. Judges are asked again, and agents go on by themselves.
 */
export class CutOffAnswers {
  #answers = 0;
  #cutOff = 0;

  see(charge: Charge): void {
    if (charge.payer !== "subject" || charge.status !== "complete") return;
    this.#answers += 1;
    if (charge.finishReason === "length") this.#cutOff += 1;
  }

  /** What a reader of the run must know, in sentences. */
  warnings(): string[] {
    return cutOffWarning(this.#cutOff, this.#answers);
  }
}

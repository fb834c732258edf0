import { type Charge, formatMoney, fromNanoUsd, toNanoUsd } from "@flow-state-dev/core";
import { unheardMark } from "@flow-state-dev/records";

/**
 * Calls that broke off before anything of their answers came, for a time-out, a budget or a person: the books have
 * their prompts alone, and the provider may bill more. In strict mode there are none; those are carried.
 */
export class UnheardCalls {
  #calls = 0;
  #more = 0;

  see({ mostUsd, costUsd }: Pick<Charge, "mostUsd" | "costUsd">): void {
    if (mostUsd === undefined || costUsd === null) return;
    this.#calls += 1;
    this.#more += toNanoUsd(mostUsd) - toNanoUsd(costUsd);
  }

  /** What a reader of the run must know, in sentences. */
  warnings(): string[] {
    if (this.#calls === 0) return [];
    const one = this.#calls === 1;
    const which = one ? "1 call" : `${this.#calls} calls`;
    const answers = one ? "its answer" : "their answers";
    return [
      `${which} ${unheardMark} ${answers} came, and ${one ? "is" : "are"} in the books with the prompt alone. The provider may bill up to ${formatMoney(fromNanoUsd(this.#more))} more; a strict budget counts that.`,
    ];
  }
}

import { createRedactor } from "@flow-state-dev/records";

/** Cells that fail in a row for the same problem of the setup until no more are started. */
const patience = 3;

/** Notices when every cell fails for the same problem of the setup, so that not all of them have to. */
export class SetupWatch {
  #problem: string | undefined;
  #inARow = 0;

  /** A cell has a result: the setup works for some. */
  scored(): void {
    this.#inARow = 0;
  }

  /** A cell failed for this problem. Gives the sentence to stop with once it is time to. */
  failed(problem: string, message: string): string | undefined {
    this.#inARow = problem === this.#problem ? this.#inARow + 1 : 1;
    this.#problem = problem;
    if (this.#inARow < patience) return undefined;
    const said = createRedactor().text(message);
    return `${patience} cells in a row failed for the setup, not for their subjects (${problem}): ${said}`;
  }
}

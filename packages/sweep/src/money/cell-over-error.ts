import { FlowError } from "@flow-state-dev/core";

/** Something is still at work for a cell that has ended. What it does counts nowhere. */
export class CellOverError extends FlowError {
  override readonly name = "CellOverError";

  constructor(cell: string) {
    super(`${cell} has ended; no call can be made for it any more.`, { code: "cell-over" });
  }
}

import { FlowError } from "@flow-state-dev/core";

/** Why an attempt was told to stop. */
export type StopCause = { type: "timeout"; afterMs: number } | { type: "cancelled"; reason: string };

/** The reason of the signal of a cell that was stopped. */
export class CellStoppedError extends FlowError {
  override readonly name = "CellStoppedError";
  readonly stop: StopCause;

  constructor(cell: string, stop: StopCause) {
    super(
      stop.type === "timeout"
        ? `${cell} was stopped: it worked for more than ${stop.afterMs / 1000} s.`
        : `${cell} was stopped: ${stop.reason}.`,
      { code: stop.type === "timeout" ? "cell-timeout" : "cell-cancelled" },
    );
    this.stop = stop;
  }
}

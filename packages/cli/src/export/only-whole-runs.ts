import { FlowError } from "@flow-state-dev/core";

/** One cell was asked for in a form that is for whole runs. */
export class OnlyWholeRunsError extends FlowError {
  override readonly name = "OnlyWholeRunsError";

  constructor(format: string) {
    super(
      `Only atif can be had of a single task. Name the run alone, or use --format atif in place of ${format}.`,
      {
        code: "only-whole-runs",
      },
    );
  }
}

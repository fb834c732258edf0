import { FlowError } from "@flow-state-dev/core";

/** A scorecard was asked for in a format that there is not. */
export class UnknownScorecardFormatError extends FlowError {
  override readonly name = "UnknownScorecardFormatError";

  constructor(format: unknown) {
    super(`There is no scorecard format ${JSON.stringify(format)}; use table, markdown or json.`, {
      code: "unknown-scorecard-format",
    });
  }
}

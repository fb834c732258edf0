import { FlowError } from "@flow-state-dev/core";

/** The cells of a sweep do not make sense together. */
export class PlanError extends FlowError {
  override readonly name = "PlanError";

  constructor(problem: string) {
    super(`${problem}. Nothing was run.`, { code: "invalid-plan" });
  }
}

import { FlowError } from "@flow-state-dev/core";

/** Every piece of work of a pattern failed, so that there is nothing to make an answer from. */
export class NoTaskDoneError extends FlowError {
  override readonly name: string = "NoTaskDoneError";

  constructor(blockName: string, errors: readonly Error[]) {
    const [first] = errors;
    const count = errors.length === 1 ? "The only task" : `All ${errors.length} tasks`;
    super(
      `${count} of "${blockName}" failed, so there is nothing to answer with. The first error: ${first?.message ?? "unknown"}`,
      { code: "no-task-done", blockName, cause: first },
    );
  }
}

import { FlowError } from "@flow-state-dev/core";

/** One case of a dataset. */
export interface EvalCase<TInput = unknown, TExpected = unknown> {
  /** Unique in its dataset; `case-<position>`, from 0, when absent. */
  id?: string;
  input: TInput;
  /** For scorers that compare. */
  expected?: TExpected;
  metadata?: Record<string, unknown>;
}

/** A dataset that cannot be used, and where it is wrong. */
export class DatasetError extends FlowError {
  override readonly name = "DatasetError";

  constructor(problem: string, cause?: unknown) {
    super(`The dataset cannot be used: ${problem}.`, { code: "invalid-dataset", cause });
  }
}

/** Every case with its id. Throws a `DatasetError` when two have the same. */
export function withIds<TInput, TExpected>(
  cases: readonly EvalCase<TInput, TExpected>[],
): (EvalCase<TInput, TExpected> & { id: string })[] {
  const seen = new Map<string, number>();
  return cases.map((each, index) => {
    const id = each.id ?? `case-${index}`;
    const before = seen.get(id);
    if (before !== undefined) {
      throw new DatasetError(
        `cases ${before} and ${index} are both called ${id}; give each an id of its own`,
      );
    }
    seen.set(id, index);
    return { ...each, id };
  });
}

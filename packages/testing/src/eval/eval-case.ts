import { FlowError } from "@flow-state-dev/core";
import { describeValue } from "../benchmark/check/describe-value.ts";

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

/** Every case with its id. Throws a `DatasetError` when it is no list of cases, or two have the same. */
export function withIds<TInput, TExpected>(
  cases: readonly EvalCase<TInput, TExpected>[],
): (EvalCase<TInput, TExpected> & { id: string })[] {
  if (!Array.isArray(cases)) {
    throw new DatasetError(`it is ${describeValue(cases)}; give a list of cases: [{ input, expected }]`);
  }
  const seen = new Map<string, number>();
  return cases.map((each, index) => {
    if (typeof each !== "object" || each === null) {
      throw new DatasetError(`case ${index} is ${describeValue(each)}; write { input, expected }`);
    }
    if (each.id !== undefined && (typeof each.id !== "string" || each.id === "")) {
      throw new DatasetError(`the id of case ${index} is no text; write it in quotes or leave it out`);
    }
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

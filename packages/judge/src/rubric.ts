import { FlowError } from "@flow-state-dev/core";
import type { Criterion } from "./judgement.ts";

/** A rubric that nothing can be judged by. */
export class RubricError extends FlowError {
  override readonly name = "RubricError";
  /** What is wrong with it, to be said within a sentence. */
  readonly problem: string;

  constructor(problem: string) {
    super(`The rubric cannot be used: ${problem}.`, { code: "rubric-invalid" });
    this.problem = problem;
  }
}

/**
 * The criteria of a rubric, each with its weight. Throws a `RubricError` when there is none, when one is blank, or
 * when a weight is not a number above 0.
 */
export function readRubric(rubric: readonly (string | Criterion)[]): Required<Criterion>[] {
  if (!Array.isArray(rubric) || rubric.length === 0) throw new RubricError("it has no criterion; give one");
  return rubric.map((entry, at) => {
    const { text, weight = 1 } = typeof entry === "string" ? { text: entry } : (entry ?? { text: undefined });
    const place = `criterion ${at + 1}`;
    if (typeof text !== "string" || text.trim() === "") throw new RubricError(`${place} has no text`);
    if (!Number.isFinite(weight) || weight <= 0) {
      throw new RubricError(
        `${place} has the weight ${typeof weight === "object" ? "of an object" : String(weight)}; give a number above 0`,
      );
    }
    return { text, weight };
  });
}

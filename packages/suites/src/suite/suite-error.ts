import { FlowError } from "@flow-state-dev/core";
import { formatProblem, type SuiteProblem } from "./suite-problem.ts";

const mostShown = 50;

/** A suite that cannot be used: every mistake in it, each with its place and the nearest right form. */
export class SuiteError extends FlowError {
  override readonly name = "SuiteError";
  readonly problems: readonly SuiteProblem[];

  constructor(problems: readonly SuiteProblem[]) {
    const lines = problems.slice(0, mostShown).map(formatProblem);
    const more = problems.length > lines.length ? ` (${problems.length - lines.length} not shown)` : "";
    const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
    super([...lines, `${count}${more}. Nothing was run.`].join("\n"), {
      code: "suite-invalid",
      details: { problems },
    });
    this.problems = problems;
  }
}

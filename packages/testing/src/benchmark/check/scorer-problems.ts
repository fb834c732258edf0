import { FlowError } from "@flow-state-dev/core";
import { checkScorers } from "../../scorers/check-scorers.ts";
import { describeValue } from "./describe-value.ts";

/** What is wrong with the scorers of a benchmark, in a sentence; nothing when they are left out. */
export function scorerProblems(scorers: unknown = []): string[] {
  if (!Array.isArray(scorers))
    return [`scorers is ${describeValue(scorers)}; it has to be a list of scorers, or be left out.`];
  try {
    checkScorers(scorers);
    return [];
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    return [error.message];
  }
}

import { FlowError } from "@flow-state-dev/core";
import { checkGolden, type GoldenCase } from "@flow-state-dev/judge";

/** What is wrong with a golden set, in sentences; a label without its criterion would be compared with nothing. */
export function goldenProblems(golden: readonly GoldenCase[] | undefined): string[] {
  if (golden === undefined) return [];
  if (!Array.isArray(golden) || golden.some((item) => typeof item !== "object" || item === null))
    return ["judge.golden has to be a list of labelled outputs."];
  try {
    checkGolden(golden);
    return [];
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    return [error.message];
  }
}

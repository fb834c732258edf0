import { FlowError } from "@flow-state-dev/core";
import { outcomeKinds } from "@flow-state-dev/records";
import { escapeHidden } from "@flow-state-dev/records/hidden-characters";
import { shown as shortly } from "../scorers/score-result.ts";
import type { BenchmarkRunResult } from "./benchmark-run-result.ts";
import { oneLine } from "./one-line.ts";
import { resultMemberProblem } from "./result-member-problem.ts";

/** A result that no report can be made of. */
export class InvalidResultError extends FlowError {
  override readonly name = "InvalidResultError";

  constructor(problem: string) {
    super(problem, { code: "invalid-result" });
  }
}

const kinds: ReadonlySet<unknown> = new Set(outcomeKinds);

/**
 * Throws an `InvalidResultError` that names the first result which is of no subject, task or category, has a cost
 * below 0, an outcome that there is not, or any member of another type. Of scores `validScores` takes care, and a cost
 * that is no number is not known.
 */
export function checkResults(results: readonly BenchmarkRunResult[]): void {
  if (!Array.isArray(results))
    throw new InvalidResultError(`The results are ${shown(results)}; they have to be a list.`);
  for (let at = 0; at < results.length; at++) {
    const result = results[at]!;
    if (typeof result !== "object" || result === null) {
      throw new InvalidResultError(
        `Result ${at + 1} of the list is ${shown(result)}; it has to be an object.`,
      );
    }
    const problem = problemOf(result);
    if (problem !== null) throw new InvalidResultError(`${placeOf(result)} cannot be used: ${problem}.`);
  }
}

function problemOf(result: BenchmarkRunResult): string | null {
  // Field by field, for there may be a million results.
  const { subject, kind, taskId, category, costUsd, subjectCostUsd, judgeCostUsd, run, latencyMs } = result;
  if (typeof subject !== "string") return noText("subject", subject);
  if (kind !== "pattern" && kind !== "baseline" && kind !== undefined)
    return `kind is ${shown(kind)}; it has to be pattern or baseline`;
  if (typeof taskId !== "string") return noText("taskId", taskId);
  if (typeof category !== "string") return noText("category", category);
  if (isBelow0(costUsd)) return below0("costUsd", costUsd);
  if (isBelow0(subjectCostUsd)) return below0("subjectCostUsd", subjectCostUsd);
  if (isBelow0(judgeCostUsd)) return below0("judgeCostUsd", judgeCostUsd);
  if (isOther(run)) return `run is ${shown(run)}; it has to be a number from 0`;
  if (isOther(latencyMs)) return `latencyMs is ${shown(latencyMs)}; it has to be a number`;
  const outcome: unknown = result.outcome ?? undefined;
  if (outcome === undefined || kinds.has(outcome)) return resultMemberProblem(result, orLeftOut);
  const [last, ...others] = outcomeKinds.toReversed();
  return `outcome is ${shown(outcome)}; it has to be ${others.reverse().join(", ")} or ${last}, or be left out`;
}

function isBelow0(usd: unknown): boolean {
  return typeof usd === "number" && usd < 0;
}

/** Is it there, and no number? */
function isOther(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== "number";
}

function noText(field: string, value: unknown): string {
  return `${field} is ${shown(value)}; it has to be a text`;
}

function orLeftOut(field: string, value: unknown, wanted: string): string {
  return `${field} is ${shown(value)}; it has to be ${wanted}, or be left out`;
}

function below0(field: string, usd: unknown): string {
  return `${field} is ${shown(usd)}; it has to be 0 or more`;
}

function placeOf({ subject, taskId, run }: BenchmarkRunResult): string {
  const name = (text: unknown) => (typeof text === "string" ? escapeHidden(oneLine(text)) : shown(text));
  const nth = Number.isInteger(run) ? run + 1 : shown(run);
  return `The result of ${name(subject)} on ${name(taskId)}, run ${nth},`;
}

function shown(value: unknown): string {
  return escapeHidden(shortly(value));
}

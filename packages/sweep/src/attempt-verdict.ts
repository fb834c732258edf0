import { type JsonObject, type Outcome, outcomeKinds } from "@flow-state-dev/records";
import type { AttemptEnding, CellAttempt } from "./cell-attempt.ts";
import type { CellResult } from "./cell-context.ts";
import { type Classification, type Classify, classify, recordOf } from "./classify.ts";

/** What an attempt came to. */
export interface Verdict {
  outcome: Outcome;
  evidence: JsonObject;
  artifacts: NonNullable<CellResult["artifacts"]>;
  /** Undefined when no further attempt has a chance; else how long to wait at least. */
  retryAfterMs: number | undefined;
  throttled: boolean;
  /** Code of what is wrong with the setup, when the cell failed for that. */
  setupProblem: string | undefined;
}

/** Why a cell is cancelled that the run's budget cut off. */
export const runSpentReason = "the budget of the run was spent";

/**
 * What an attempt came to. The sweep's own reasons come first: a cell that was told to stop is `cancelled` or
 * `timed-out`, and one that the run's budget cut off is `cancelled`, whatever its code made of that; what it left
 * behind is kept. Then what it returned, then what it threw.
 */
export function verdictOf(attempt: CellAttempt, ending: AttemptEnding, classifyIt: Classify): Verdict {
  try {
    return reach(attempt, ending, classifyIt);
  } catch {
    // A result that throws when it is looked at is the trouble of its cell, not of the sweep.
    const error = invalid("What the cell returned or threw cannot be read.");
    const nothing = { retryAfterMs: undefined, throttled: false, setupProblem: undefined };
    return { outcome: { kind: "unscored", error }, evidence: {}, artifacts: [], ...nothing };
  }
}

function reach(attempt: CellAttempt, ending: AttemptEnding, classifyIt: Classify): Verdict {
  const left = ending.type === "returned" ? ending.result : undefined;
  const base: Omit<Verdict, "outcome"> = {
    evidence: left?.evidence ?? evidenceOf(ending),
    artifacts: left?.artifacts ?? [],
    retryAfterMs: undefined,
    throttled: false,
    setupProblem: undefined,
  };
  const { cause } = attempt;
  if (cause?.type === "cancelled") return { ...base, outcome: { kind: "cancelled", reason: cause.reason } };
  if (cause?.type === "timeout") return { ...base, outcome: { kind: "timed-out", afterMs: cause.afterMs } };
  if (attempt.cutByRun) return { ...base, outcome: { kind: "cancelled", reason: runSpentReason } };
  if (ending.type === "returned") return { ...base, ...fromResult(ending.result) };
  const error = ending.type === "threw" ? ending.error : undefined;
  const { outcome, retry, retryAfterMs = 0, throttled = false, setupProblem } = safely(classifyIt, error);
  return { ...base, outcome, retryAfterMs: retry ? retryAfterMs : undefined, throttled, setupProblem };
}

/** A classification that breaks must not take the sweep with it. */
function safely(classifyIt: Classify, error: unknown): Classification {
  try {
    const made = classifyIt(error);
    if (outcomeKinds.includes(made.outcome.kind)) return made;
  } catch {
    // Then it is classified as if there were no other way.
  }
  return classify(error);
}

function fromResult(result: CellResult): Pick<Verdict, "outcome" | "retryAfterMs"> {
  const problem = problemOf(result);
  if (problem) return { outcome: { kind: "unscored", error: invalid(problem) }, retryAfterMs: undefined };
  const { outcome, retry } = result;
  if (outcome.kind !== "infrastructure" || retry === false) return { outcome, retryAfterMs: undefined };
  return { outcome, retryAfterMs: typeof retry === "object" ? (retry?.afterMs ?? 0) : 0 };
}

function invalid(message: string) {
  return { name: "InvalidOutcome", message, code: "invalid-outcome" };
}

/** A score that is no number would spoil every mean it gets into. */
function problemOf(result: CellResult | undefined): string | undefined {
  const outcome = result?.outcome;
  if (!outcome || !outcomeKinds.includes(outcome.kind)) return "The cell came to no outcome that is known.";
  if (outcome.kind !== "passed" && outcome.kind !== "failed") return undefined;
  const { score } = outcome;
  if (typeof score === "number" && score >= 0 && score <= 1) return undefined;
  return `The score ${String(score)} is not between 0 and 1.`;
}

function evidenceOf(ending: AttemptEnding): JsonObject {
  if (ending.type === "dropped") return { dropped: true };
  return ending.type === "threw" ? { error: { ...recordOf(ending.error) } } : {};
}

import type { BenchmarkTask } from "@flow-state-dev/core";
import type { Judge, JudgeContext, Judgement } from "@flow-state-dev/judge";
import type { Outcome } from "@flow-state-dev/records";
import { type CellContext, classify } from "@flow-state-dev/sweep";
import type { CellEvidence } from "./cell-evidence.ts";
import { Deadline } from "./deadline.ts";

/** What judging an output came to: a judgement, or the outcome of a cell that has none. */
export type JudgeEnding =
  | ({ ok: true } & Judgement)
  | {
      ok: false;
      error: Error;
      outcome: Outcome;
      /** The error tells of what is wrong with the setup, such as a key that is refused: the sweep must see it. */
      setup: boolean;
      /** The judge's provider has too much to do: the sweep is to wait and try again, as for a subject's. */
      throttled: boolean;
      evidence: CellEvidence;
    };

/** What is judged, and by whom. */
export interface OutputToJudge {
  task: BenchmarkTask;
  output: string;
  judge: Judge;
  /** Without a signal: the deadline has one. */
  context: JudgeContext;
}

/**
 * Judges the output of a cell within its own time. Undefined when there is no rubric to judge by. What goes wrong is
 * never the subject's fault: the cell is unscored, infrastructure when the setup is to blame, or cancelled when it was
 * cut off. Never rejects.
 */
export async function judgeOutput(
  { task, output, judge, context }: OutputToJudge,
  cell: CellContext,
  limitMs: number,
): Promise<JudgeEnding | undefined> {
  const { prompt, rubric } = task;
  if (rubric.length === 0) return undefined;
  const deadline = new Deadline(cell, limitMs, "The judge");
  const { signal } = deadline;
  const result = await judge.judge({ prompt, rubric, output }, { ...context, signal });
  deadline.end();
  if (result.ok) return result;
  const evidence = { ...(result.findings && { findings: result.findings }), ...besideOf(result) };
  const error: Error = deadline.passed ? signal.reason : result.error;
  const { outcome, setupProblem, throttled = false } = classify(error);
  const setup = setupProblem !== undefined && !cell.signal.aborted;
  return {
    ...{ ok: false, error, setup, throttled: throttled && !cell.signal.aborted, evidence },
    outcome: setup ? outcome : lostOutcome(error, outcome, cell),
  };
}

function lostOutcome(error: Error, outcome: Outcome, { signal }: CellContext): Outcome {
  if (signal.aborted) return { kind: "cancelled", reason: error.message };
  // The subject's own budget does not hold for the judge, so that of the run is spent.
  if (outcome.kind === "over-budget") return { kind: "cancelled", reason: error.message };
  if ("error" in outcome) return { kind: "unscored", error: outcome.error };
  return { kind: "unscored", error: { name: error.name, message: error.message } };
}

/** What is kept of a judgement, or of what came in its place. */
export function judgeEvidence(ending: JudgeEnding | undefined): CellEvidence {
  if (!ending) return {};
  if (!ending.ok) return ending.evidence;
  return {
    findings: ending.findings,
    judgeScores: ending.scores.map(({ score }) => score),
    ...besideOf(ending),
  };
}

/** Who was missing, and what nobody saw. */
function besideOf({ failed = [], leftOut }: Pick<Judgement, "failed" | "leftOut">): CellEvidence {
  const byJudge = new Map(failed.map(({ judge, error }) => [judge, { judge, message: error.message }]));
  return {
    ...(byJudge.size > 0 && { judgeFailures: [...byJudge.values()] }),
    ...(leftOut !== undefined && { judgeLeftOut: leftOut }),
  };
}

import { type BenchmarkTask, copyValue } from "@flow-state-dev/core";
import type { JudgeContext } from "@flow-state-dev/judge";
import type { Outcome } from "@flow-state-dev/records";
import { type CellContext, classify } from "@flow-state-dev/sweep";
import { runScorer, type ScorerOutcome } from "../../scorers/run-scorer.ts";
import type { Scorer } from "../../scorers/scorer.ts";
import type { CellEvidence } from "./cell-evidence.ts";
import { Deadline } from "./deadline.ts";

/** What is scored, and by what. */
export interface OutputToScore {
  task: BenchmarkTask;
  output: unknown;
  scorers: readonly Scorer<unknown>[];
  context: JudgeContext;
}

/**
 * Runs the scorers one after the other, each within the same time. One that is not done loses its own score. Each has a
 * copy of its own of what it looks at, so that none changes what the next one sees.
 */
export async function scoreOutput(
  { task, output, scorers, context }: OutputToScore,
  cell: CellContext,
  limitMs: number,
): Promise<ScorerOutcome[]> {
  const { id, category, metadata, prompt, expected } = task;
  const args = () => ({
    ...{ output: copyValue(output), input: prompt, context },
    task: { id, category, ...(metadata && { metadata: copyValue(metadata) }) },
    ...(expected !== undefined && { expected: copyValue(expected) }),
  });
  const outcomes: ScorerOutcome[] = [];
  for (const scorer of scorers) {
    const deadline = new Deadline(cell, limitMs, "It");
    // How long it may take is the deadline's to say, which leaves out what it waits for limits.
    outcomes.push(await runScorer(scorer, { ...args(), signal: deadline.signal }, Number.POSITIVE_INFINITY));
    deadline.end();
  }
  return outcomes;
}

/**
 * Without the scorers that compare with a reference where a task has none: with a rubric to judge it, and other tasks
 * of the benchmark that have one, that is no mistake.
 */
export function withoutReference(
  outcomes: readonly ScorerOutcome[],
  { task, referenced }: { task: BenchmarkTask; referenced: boolean },
): readonly ScorerOutcome[] {
  const spared = referenced && task.expected === undefined && task.rubric.length > 0;
  return spared ? outcomes.filter((each) => each.ok || each.code !== "missing-expected") : outcomes;
}

/**
 * What is wrong with the setup of a model that a scorer asks, such as a key that is refused, and the outcome that it
 * makes: it says nothing about the output, and the sweep must see it.
 */
export function scorerSetup(
  outcomes: readonly ScorerOutcome[],
  scorers: readonly Scorer<unknown>[],
  { signal }: CellContext,
): { error: unknown; outcome: Outcome } | undefined {
  if (signal.aborted) return undefined;
  const asking = new Set(scorers.flatMap(({ name, asksModels }) => (asksModels ? [name] : [])));
  for (const each of outcomes) {
    if (each.ok || each.error === undefined || !asking.has(each.name)) continue;
    const { error } = each;
    const { outcome, setupProblem } = classify(error);
    if (setupProblem !== undefined) return { error, outcome };
  }
  return undefined;
}

/** The scores there are, and why there are no others. */
export function scoresOf(
  outcomes: readonly ScorerOutcome[],
): Pick<CellEvidence, "codeScores" | "scorerErrors"> {
  const scores = outcomes.flatMap((each) => (each.ok ? [[each.name, each.score] as const] : []));
  const errors = outcomes.flatMap((each) => (each.ok ? [] : [[each.name, each.reason] as const]));
  return {
    ...(scores.length > 0 && { codeScores: Object.fromEntries(scores) }),
    ...(errors.length > 0 && { scorerErrors: Object.fromEntries(errors) }),
  };
}

import { type Run, type RunStore, subjectScore, taskFamilies } from "@flow-state-dev/records";
import type { RunScore } from "@flow-state-dev/viewer/contract";
import { isUnchecked } from "../run/unchecked.ts";
import { tallyRun } from "../runs/run-tally.ts";

/**
 * The one number of a run: of the subject that scores most, or of the agent with the highest pass rate. None where
 * nothing is checked.
 */
export async function scoreOfRun(store: RunStore, run: Run): Promise<RunScore | null> {
  const { bySubject, unknownCosts } = await tallyRun(store, run);
  const unit = run.manifest.kind === "compare" ? "score" : "pass rate";
  const families = taskFamilies(run.manifest);
  // In the order of the manifest, so that of equals the first is named.
  const all = run.manifest.subjects.map((subject): RunScore => {
    const byTask = bySubject.get(subject) ?? new Map();
    const { mean, interval } = subjectScore(byTask, families);
    return { run: run.id, subject, mean, interval, unit, unknownCosts };
  });
  if (isUnchecked(run.manifest)) return all[0] ? { ...all[0], mean: null, interval: null } : null;
  return all.filter(({ mean }) => mean !== null).sort((a, b) => b.mean! - a.mean!)[0] ?? null;
}

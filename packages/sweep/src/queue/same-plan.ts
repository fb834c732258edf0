import { FlowError, firstNamed } from "@flow-state-dev/core";
import { type Run, type RunManifest, type RunStore, shortRunId } from "@flow-state-dev/records";
import type { CellPlan } from "../plan/cell-plan.ts";

const namesShown = 3;

/** A worker finds other cells in a run than were given out, so that it cannot work on them. */
export class OtherPlanError extends FlowError {
  override readonly name = "OtherPlanError";

  constructor({ id }: Run, difference: string) {
    super(
      `Run ${shortRunId(id)} is another one on this machine than where it was given out: ${difference}. See that its file comes to the same everywhere: same files, packages and variables.`,
      { code: "other-plan", details: { runId: id } },
    );
  }
}

/**
 * Throws an `OtherPlanError` unless a worker plans what the run is made of. Cells that it does not know it could only
 * lose, and results for tasks of another content nobody would count.
 */
export async function checkSamePlan(store: RunStore, runId: string, plan: CellPlan): Promise<void> {
  const run = await store.findRun(runId);
  const difference = run && differenceOf(run.manifest, plan);
  if (difference) throw new OtherPlanError(run, difference);
}

function differenceOf({ subjects, tasks, runs }: RunManifest, plan: CellPlan): string | undefined {
  const told = Object.keys(tasks);
  const own = new Set(plan.tasks);
  const missing = told.filter((task) => !own.has(task));
  if (missing.length > 0) return `it has tasks that are not found here (${firstNamed(missing, namesShown)})`;
  const more = plan.tasks.filter((task) => !Object.hasOwn(tasks, task));
  if (more.length > 0) return `there are tasks of its own (${firstNamed(more, namesShown)}) here`;
  const changed = told.filter((task) => tasks[task] !== plan.taskHash(task));
  if (changed.length > 0) return `tasks have another content here (${firstNamed(changed, namesShown)})`;
  const same =
    subjects.length === plan.subjects.length && subjects.every((each) => plan.subjects.includes(each));
  if (!same) return `there are other subjects (${firstNamed(plan.subjects, namesShown)}) here`;
  return runs === plan.runs ? undefined : `a task has ${plan.runs} runs here, and ${runs} there`;
}

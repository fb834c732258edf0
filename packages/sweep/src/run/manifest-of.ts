import { firstNamed } from "@flow-state-dev/core";
import type { RunManifest } from "@flow-state-dev/records";
import type { CellPlan } from "../plan/cell-plan.ts";
import { PlanError } from "../plan/plan-error.ts";

/** What a plan does not say about its run. */
export type ManifestFacts = Pick<RunManifest, "kind" | "name" | "simulated"> &
  Partial<Pick<RunManifest, "models" | "conditions" | "circumstances">>;

/** The manifest of a run of this plan: subjects, tasks and runs as they are planned, the rest as told. */
export function manifestOf(plan: CellPlan, facts: ManifestFacts): RunManifest {
  const { kind, name, simulated, models = {}, conditions = {}, circumstances = {} } = facts;
  const tasks = Object.fromEntries(plan.tasks.map((task) => [task, plan.taskHash(task)!]));
  return {
    ...{ kind, name, subjects: plan.subjects, tasks, runs: plan.runs },
    ...{ models, conditions, circumstances, simulated },
  };
}

/** A manifest that tells of other cells than those that run would make every reader of the run wrong. */
export function checkManifest({ subjects, tasks, runs }: RunManifest, plan: CellPlan): void {
  const problem =
    differing("subjects", subjects, plan.subjects) ??
    differing("tasks", Object.keys(tasks), plan.tasks) ??
    contents(tasks, plan) ??
    (runs === plan.runs ? undefined : `The manifest tells of ${runs} runs, the plan of ${plan.runs}`);
  if (problem) throw new PlanError(`${problem}; manifestOf(plan, …) makes one that fits`);
}

const namesShown = 5;

function differing(what: string, told: readonly string[], planned: readonly string[]): string | undefined {
  const [onlyTold, onlyPlanned] = [missing(told, planned), missing(planned, told)];
  if (onlyTold.length > 0)
    return `The manifest has ${what} that are not in the plan (${firstNamed(onlyTold, namesShown)})`;
  return onlyPlanned.length > 0
    ? `The plan has ${what} that are not in the manifest (${firstNamed(onlyPlanned, namesShown)})`
    : undefined;
}

function contents(tasks: RunManifest["tasks"], plan: CellPlan): string | undefined {
  const other = plan.tasks.filter((task) => tasks[task] !== plan.taskHash(task));
  if (other.length === 0) return undefined;
  return `The manifest has another content hash than the plan for some tasks (${firstNamed(other, namesShown)})`;
}

/** Those of the first that the second has not. */
function missing(names: readonly string[], from: readonly string[]): string[] {
  const known = new Set(from);
  return names.filter((name) => !known.has(name));
}

import { formatUsd } from "@flow-state-dev/core";
import {
  type CellRecord,
  definitionHash,
  type Recovery,
  type Run,
  type RunManifest,
  type RunStore,
} from "@flow-state-dev/records";
import type { CellPlan } from "./cell-plan.ts";
import { PlanError } from "./plan-error.ts";

/** Which run the cells belong to: a new one, the unfinished one of the same definition, or one that is named. */
export type RunChoice = { manifest: RunManifest; resume?: boolean } | { run: string };

/** A run that is ready to be worked on. */
export interface OpenedRun {
  run: Run;
  continued: boolean;
  recovery: Recovery | undefined;
}

/** Finds or creates the run. In one that is continued, attempts of dead processes are set right first. */
export async function openRun(store: RunStore, plan: CellPlan, choice: RunChoice): Promise<OpenedRun> {
  const run = await findRun(store, choice);
  if (!run) {
    if (!("manifest" in choice)) throw new PlanError(`There is no run ${choice.run}`);
    return { run: await store.createRun(choice.manifest, plan.count), continued: false, recovery: undefined };
  }
  return { run, continued: true, recovery: await store.recover(run.id) };
}

async function findRun(store: RunStore, choice: RunChoice): Promise<Run | null> {
  if ("run" in choice) return store.findRun(choice.run);
  return choice.resume ? store.findUnfinished(definitionHash(choice.manifest)) : null;
}

/** Counts what became of the cells of earlier processes. */
export class KeptCells {
  readonly #plan: CellPlan;
  readonly #changed = new Map<string, number>();
  readonly #removed = new Map<string, number>();

  constructor(plan: CellPlan) {
    this.#plan = plan;
  }

  /** Position of a cell whose result may count; −1 when its task changed or it is not planned any more. */
  place(record: CellRecord): number {
    const position = this.#plan.positionOf(record);
    if (position === -1) {
      count(this.#removed, record.task);
      return -1;
    }
    if (this.#plan.taskHash(record.task) === record.taskHash) return position;
    count(this.#changed, record.task);
    return -1;
  }

  /** What a reader of the run must know, in sentences. */
  warnings(recovery: Recovery | undefined): string[] {
    const warnings: string[] = [];
    if (this.#changed.size > 0) {
      const cells = amount(total(this.#changed), "cell runs", "cells run");
      warnings.push(`${tasks(this.#changed)} changed since the run began: ${cells} again.`);
    }
    if (this.#removed.size > 0) {
      const cells = amount(total(this.#removed), "cell is", "cells are");
      warnings.push(
        `${tasks(this.#removed)} left the plan since the run began: ${cells} kept, but left out.`,
      );
    }
    if (recovery && recovery.lostCalls > 0) {
      const calls = amount(recovery.lostCalls, "call was", "calls were");
      const carried = formatUsd(recovery.carriedUsd);
      warnings.push(
        `${calls} under way when an earlier process died: carried at the most that can have cost, ${carried}.`,
      );
    }
    return warnings;
  }
}

const namesShown = 5;

function count(counts: Map<string, number>, task: string): void {
  counts.set(task, (counts.get(task) ?? 0) + 1);
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, each) => sum + each, 0);
}

function tasks(counts: ReadonlyMap<string, number>): string {
  const names = [...counts.keys()];
  const more = names.length > namesShown ? `, … ${names.length - namesShown} more` : "";
  return `${amount(names.length, "task", "tasks")} (${names.slice(0, namesShown).join(", ")}${more})`;
}

function amount(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}

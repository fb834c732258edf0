import { firstNamed, formatMoney } from "@flow-state-dev/core";
import {
  type CellRecord,
  definitionHash,
  importedAt,
  keepImported,
  type Recovery,
  type Run,
  type RunBooks,
  type RunManifest,
  type RunStore,
  shortRunId,
} from "@flow-state-dev/records";
import type { CellPlan } from "../plan/cell-plan.ts";
import { PlanError } from "../plan/plan-error.ts";
import { checkManifest, manifestOf } from "./manifest-of.ts";
import { definitionDifference, startedAnew } from "./started-anew.ts";
import { checkNames } from "./storable-names.ts";

/**
 * Which run the cells belong to: a new one, the unfinished one of the same definition, or one that is named. A manifest
 * beside the name is what that run is made of from now on; it must be of the same definition.
 */
export type RunChoice = { manifest: RunManifest; resume?: boolean } | { run: string; manifest?: RunManifest };

/** A run that is ready to be worked on. */
export interface OpenedRun {
  run: Run;
  /** What it is made of from now on: that of an earlier process may tell of other tasks. */
  manifest: RunManifest;
  continued: boolean;
  /** What a person must know about why this run and no other. */
  warnings: readonly string[];
  recovery: Recovery | undefined;
}

/**
 * Finds or creates the run; processes that start together with `resume` get the same one. In one that is continued,
 * attempts of dead processes are set right first.
 */
export async function openRun(store: RunStore, plan: CellPlan, choice: RunChoice): Promise<OpenedRun> {
  checkNames(plan);
  if ("run" in choice) {
    const run = await namedRun(store, choice.run);
    const fitting = fittingManifest(run, plan);
    if (choice.manifest === undefined) return continued(store, run, fitting);
    checkManifest(choice.manifest, plan);
    refuseOther(run, choice.manifest);
    return continued(store, run, choice.manifest);
  }
  const { manifest, resume = false } = choice;
  checkManifest(manifest, plan);
  if (!resume) {
    const run = await store.createRun(manifest, plan.count);
    return { run, manifest, continued: false, warnings: [], recovery: undefined };
  }
  const { run, created } = await store.openRun(manifest, plan.count);
  if (!created) return continued(store, run, manifest);
  return { run, manifest, continued: false, warnings: await startedAnew(store, run), recovery: undefined };
}

async function continued(store: RunStore, run: Run, manifest: RunManifest): Promise<OpenedRun> {
  const recovery = await store.recover(run.id);
  return {
    ...{ run, manifest: keepImported(manifest, run.manifest), continued: true },
    ...{ warnings: importedWarning(run), recovery },
  };
}

/** Whoever goes on with a run that came from elsewhere takes the results of others for their own. */
function importedWarning({ id, manifest }: Run): string[] {
  const at = importedAt(manifest);
  if (at === null) return [];
  return [
    `Run ${shortRunId(id)} was imported on ${at.slice(0, 10)}: the results that came with it count as if they had been made here.`,
  ];
}

/** The manifest of a named run with the tasks of the plan; subjects and repetitions are part of its definition. */
function fittingManifest({ id, manifest }: Run, plan: CellPlan): RunManifest {
  const { subjects, runs } = manifest;
  const same =
    subjects.length === plan.subjects.length && subjects.every((each) => plan.subjects.includes(each));
  if (!same || runs !== plan.runs) {
    const now = { ...manifest, runs: plan.runs, subjects: same ? subjects : plan.subjects };
    throw otherDefinition(id, definitionDifference(manifest, now), "plan the same subjects and runs");
  }
  return { ...manifest, tasks: manifestOf(plan, manifest).tasks };
}

function refuseOther({ id, definition, manifest: before }: Run, manifest: RunManifest): void {
  if (definitionHash(manifest) === definition) return;
  throw otherDefinition(
    id,
    definitionDifference(before, manifest),
    "give the manifest of the same definition",
  );
}

function otherDefinition(id: string, what: string, advice: string): PlanError {
  return new PlanError(
    `Run ${shortRunId(id)} cannot go on with this plan, which is of another definition (${what}); ${advice}, or begin a new run with a manifest`,
  );
}

async function namedRun(store: RunStore, reference: string): Promise<Run> {
  if (typeof reference !== "string" || reference === "") {
    throw new PlanError(`The option run is ${JSON.stringify(reference)}, which names no run`);
  }
  const run = await store.findRun(reference);
  if (run) return run;
  throw new PlanError(`The store has no run "${reference}" (its id, the start of one, or "last")`);
}

/** Counts what became of the cells of earlier processes. */
export class KeptCells {
  readonly #plan: CellPlan;
  readonly #changed = new Map<string, number>();
  readonly #removed = new Map<string, number>();

  constructor(plan: CellPlan) {
    this.#plan = plan;
  }

  /** Position of a cell; −1 when it is not planned any more. Its result counts only while its task is the same. */
  place(record: CellRecord): { position: number; counts: boolean } {
    const position = this.#plan.positionOf(record);
    const counts = this.#plan.taskHash(record.task) === record.taskHash;
    if (position === -1) count(this.#removed, record.task);
    else if (!counts) count(this.#changed, record.task);
    return { position, counts };
  }

  /** What a reader of the run must know, in sentences. */
  warnings(): string[] {
    const warnings: string[] = [];
    if (this.#changed.size > 0) {
      const cells = amount(total(this.#changed), "cell runs", "cells run");
      const they = this.#changed.size === 1 ? "it" : "they";
      warnings.push(`${tasks(this.#changed)} changed since ${they} last ran: ${cells} again.`);
    }
    if (this.#removed.size > 0) {
      const cells = amount(total(this.#removed), "cell is", "cells are");
      warnings.push(
        `${tasks(this.#removed)} left the plan since the run began: ${cells} kept, but left out.`,
      );
    }
    return warnings;
  }
}

/**
 * What a reader must know of calls that were under way when `whose` process died. Nothing where nothing can have been
 * spent; calls that nobody knows a price of are counted as such.
 *
 * @param advice what makes it less, in a sentence
 */
export function lostCallsWarning(
  { lostCalls, carriedUsd }: Recovery,
  whose: string,
  advice: string | undefined,
): string[] {
  if (carriedUsd === 0) return [];
  const calls = amount(lostCalls, "call was", "calls were");
  const most = `the most ${lostCalls === 1 ? "it" : "they"} can have cost, ${formatMoney(carriedUsd)}`;
  return [`${calls} under way when ${whose} died: carried at ${most}.${advised(advice)}`];
}

/**
 * How much of what a run has spent is not known, if anything. Nothing when all of it was told as it was found.
 *
 * @param toldUsd what was told to be carried, in US dollars
 * @param advice what makes it less, in a sentence
 */
export function carriedWarning(
  { spentUsd, carriedUsd, carriedCalls }: Pick<RunBooks, "spentUsd" | "carriedUsd" | "carriedCalls">,
  toldUsd: number,
  advice: string | undefined,
): string[] {
  if (carriedUsd === 0 || carriedUsd === toldUsd) return [];
  const calls = amount(carriedCalls, "call", "calls");
  return [
    `${formatMoney(carriedUsd)} of the ${formatMoney(spentUsd)} spent is carried, not known: ${calls}, lost with a process, cut off before anything came or left open by a cell, at the most that can have cost.${advised(advice)}`,
  ];
}

function advised(advice: string | undefined): string {
  return advice === undefined ? "" : ` ${advice}`;
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
  return `${amount(names.length, "task", "tasks")} (${firstNamed(names, namesShown)})`;
}

function amount(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}

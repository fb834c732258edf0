import { excerpt } from "./errors/excerpt.ts";
import { RecordsError } from "./errors/records-error.ts";
import { judgeCheckKind } from "./judge-check-kind.ts";
import type { Run } from "./run.ts";
import { runsBeforeLast, shortRunId } from "./run-id.ts";
import type { RunStore } from "./run-store.ts";

/** So many of the latest runs are searched for one that may have been meant. */
const searchedRuns = 500;
const shownRuns = 3;

/** No run has this name. Says which ones may have been meant, and how to list all. */
export class RunNotFoundError extends RecordsError {
  override readonly name = "RunNotFoundError";
  /** What was looked for. */
  readonly reference: string;
  /** Ids of runs that may have been meant, the newest first; at most three. */
  readonly near: readonly string[];

  constructor(reference: string, { near, count }: { near: readonly Run[]; count: number }) {
    super("run-not-found", `${problemOf(reference, count)} ${adviceOf(near, count)}`);
    this.reference = reference;
    this.near = near.map(({ id }) => id);
  }
}

/**
 * The run of a name as people type it: a whole id, the start of one that fits no other, `last`, or `last~1` for the
 * one before it; these two pass over runs that only checked a judge. Throws `RunNotFoundError` with the nearest there
 * are, or `AmbiguousRunError` when several fit.
 */
export async function findRun(store: RunStore, name: string): Promise<Run> {
  const reference = name.trim();
  const run = (await store.findRun(reference)) ?? (await store.findRun(reference.toLowerCase()));
  if (run !== null) return run;
  const near: Run[] = [];
  let count = 0;
  for await (const candidate of store.runs({ notKind: judgeCheckKind, limit: searchedRuns })) {
    count++;
    if (near.length < shownRuns && isNear(reference, candidate)) near.push(candidate);
  }
  throw new RunNotFoundError(reference, { near, count });
}

function problemOf(reference: string, count: number): string {
  const shown = excerpt(reference, 60);
  if (reference === "") return "No run was named.";
  if (count === 0) return `There is no run "${shown}", for this store has none yet.`;
  if (runsBeforeLast(reference) === null || count === searchedRuns) return `There is no run "${shown}".`;
  return `There is no run "${shown}": there ${count === 1 ? "is only 1 run" : `are only ${count} runs`}.`;
}

function adviceOf(near: readonly Run[], count: number): string {
  if (count === 0) return "Make one with x bench or x compare.";
  const ids = near.map(({ id, manifest }) => `${shortRunId(id)} (${excerpt(manifest.name, 40)})`);
  const meant = ids.length === 0 ? "" : `Did you mean ${ids.join(" or ")}? `;
  return `${meant}List them with x runs.`;
}

/** One slip away from the start of its id, or a part of its name. */
function isNear(reference: string, { id, manifest }: Run): boolean {
  const typed = reference.toLowerCase();
  if (typed.length < 3) return false;
  if (manifest.name.toLowerCase().includes(typed)) return true;
  return [-1, 0, 1].some((more) => distance(typed, id.slice(0, typed.length + more)) <= 1);
}

/** Slips between two words: a letter wrong, missing or too much; 2 stands for any more than 1. */
function distance(a: string, b: string): number {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (restA === restB) return 0;
  const tails: [string, string][] = [
    [restA.slice(1), restB.slice(1)],
    [restA.slice(1), restB],
    [restA, restB.slice(1)],
  ];
  return tails.some(([x, y]) => x === y) ? 1 : 2;
}

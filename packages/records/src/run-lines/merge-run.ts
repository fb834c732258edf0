import { canonicalJson } from "../canonical-json.ts";
import type { CellId } from "../cell.ts";
import { latestCounts } from "../counting-warnings.ts";
import { importedAt, markImported } from "../imported-at.ts";
import type { ImportedCell, ImportingStore, SeenRun, StagedRun } from "../imported-run.ts";
import { keyOfCell } from "../key-of-cell.ts";
import type { Run, RunState } from "../run.ts";
import { loadLineChecks } from "./check-lines.ts";
import { readWholeCell } from "./export-run.ts";
import { readCells, readRun } from "./import-run.ts";
import { LineReader } from "./line-reader.ts";
import { mergeCell } from "./merge-cell.ts";
import { RunBusyError, RunConflictError } from "./run-file-errors.ts";
import type { RunText } from "./split-lines.ts";

/** What a run got from another record of it. */
export interface MergedRun {
  run: Run;
  /** Cells that were not here. */
  cells: number;
  /** Attempts that were not here, or whose end was not known here. */
  attempts: number;
  /** Calls that were not here, or whose cost was not known here. */
  calls: number;
}

/**
 * Takes what is new out of the JSON form of a run into the same run of this store: cells, attempts and calls that are
 * not here, and the ends of those that had none yet. What is here is neither changed nor lost, so a file that is older
 * than the run brings nothing. All or nothing: what two records tell in two ways, as after both were gone on with, is
 * refused by its name, and so is a run that is being worked on here. `at` is the ISO time with which a run that got
 * something is marked as imported. An error when the run is not here: `importRun` takes that.
 */
export async function mergeRun(
  store: ImportingStore,
  text: RunText,
  options: { at?: string } = {},
): Promise<MergedRun> {
  const checks = loadLineChecks();
  const reader = new LineReader(text);
  try {
    const given = store.asKept.run((await readRun(reader, checks.header)).run);
    const seen = await see(store, given);
    const merged = mergeRuns(seen.run, given);
    const news = new NewState(store, seen, markedAt(merged, options.at));
    try {
      await readCells(reader, checks, (cell) => news.merge(cell));
      const isNew = news.hasCells || !isSameRun(seen.run, merged);
      return { run: isNew ? await news.replace() : seen.run, ...news.count };
    } finally {
      await news.end();
    }
  } finally {
    await reader.end();
  }
}

/** What a run becomes, kept apart from it until it is whole. Nothing is written before there is something new. */
class NewState {
  readonly count = { cells: 0, attempts: 0, calls: 0 };
  readonly #store: ImportingStore;
  readonly #seen: SeenRun;
  readonly #run: Run;
  readonly #changed = new Set<string>();
  #staged: Promise<StagedRun> | null = null;

  constructor(store: ImportingStore, seen: SeenRun, run: Run) {
    this.#store = store;
    this.#seen = seen;
    this.#run = run;
  }

  get hasCells(): boolean {
    return this.#changed.size > 0;
  }

  async merge(given: ImportedCell): Promise<void> {
    const cell = this.#store.asKept.cell(given);
    const { id } = this.#run;
    const kept = await readWholeCell(this.#store, id, cell);
    const both = mergeCell(kept ?? { ...cell, attempts: [] }, cell);
    if (typeof both === "string") throw new RunConflictError(id, nameOf(cell, both));
    if (both.attempts + both.calls === 0) return;
    if (kept === null) this.count.cells += 1;
    this.count.attempts += both.attempts;
    this.count.calls += both.calls;
    this.#changed.add(keyOfCell(cell));
    await (await this.#stage()).add(both.cell);
  }

  /** With the cells of which nothing new was told. */
  async replace(): Promise<Run> {
    const { id } = this.#run;
    const staged = await this.#stage();
    for await (const cell of this.#store.cells(id)) {
      if (this.#changed.has(keyOfCell(cell))) continue;
      const whole = await readWholeCell(this.#store, id, cell);
      if (whole !== null) await staged.add(whole);
    }
    const run = await staged.replace(this.#seen);
    if (run === null) throw new RunBusyError(id);
    this.#staged = null;
    return run;
  }

  /** Leaves nothing of what did not come into its place; what cannot be removed now is by a later import. */
  async end(): Promise<void> {
    await this.#staged?.then((staged) => staged.discard()).catch(() => {});
  }

  #stage(): Promise<StagedRun> {
    this.#staged ??= this.#store.stageRun(this.#run, null);
    return this.#staged;
  }
}

function markedAt(run: Run, at: string | undefined): Run {
  return at === undefined ? run : { ...run, manifest: markImported(run.manifest, at) };
}

/** The run of this store, which nobody may be at work on. */
async function see(store: ImportingStore, given: Run): Promise<SeenRun> {
  const run = await store.findRun(given.id);
  if (run === null || run.id !== given.id) throw new RunConflictError(given.id, null);
  if (run.definition !== given.definition || run.createdAt !== given.createdAt)
    throw new RunConflictError(run.id, "what it is made of");
  if (await store.hasLivingWorker(run.id)) throw new RunBusyError(run.id);
  return { run, totals: await store.totals(run.id) };
}

/** The later state of a run, with the warnings of both. */
function mergeRuns(kept: Run, given: Run): Run {
  const later = given.updatedAt > kept.updatedAt ? given : kept;
  const warnings = latestCounts([...kept.warnings, ...given.warnings]);
  return { ...later, manifest: withMark(later, kept), warnings, state: stateOf(kept, given, later) };
}

function withMark({ manifest }: Run, kept: Run): Run["manifest"] {
  const { imported: _theirs, ...circumstances } = manifest.circumstances;
  const at = importedAt(kept.manifest);
  const own = { ...manifest, circumstances };
  return at === null ? own : markImported(own, at);
}

/** One of the same plan that was seen to be finished is, whatever was said of it elsewhere since. */
function stateOf(kept: Run, given: Run, later: Run): RunState {
  const plan = ({ manifest: { tasks }, plannedCells }: Run) => canonicalJson([tasks, plannedCells]);
  const isFinished = kept.state === "finished" || given.state === "finished";
  return isFinished && plan(kept) === plan(given) ? "finished" : later.state;
}

/** Times apart, which say nothing by themselves. */
function isSameRun(one: Run, other: Run): boolean {
  const told = ({ updatedAt: _, ...rest }: Run) => canonicalJson(rest);
  return told(one) === told(other);
}

function nameOf({ subject, task, run }: CellId, what: string): string {
  return `${subject} on ${task}, run ${run + 1}, ${what}`;
}

import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { FlowError } from "@flow-state-dev/core";
import {
  findRun,
  type Run,
  type RunStore,
  readRunScores,
  type ScoredRun,
  shortRunId,
} from "@flow-state-dev/records";
import { scoresOfResults } from "./results-file.ts";

/** A `--against` that cannot be used. */
export class AgainstError extends FlowError {
  override readonly name = "AgainstError";

  constructor(reference: string, problem: string) {
    super(`--against ${reference}: ${problem}`, { code: "against", details: { reference } });
  }
}

/** What a run is held against: a run of a store, or a file of results. */
export type Against = { kind: "run"; run: Run } | { kind: "file"; scored: (name: string) => ScoredRun };

/** Where `--against` is looked for. */
export interface AgainstPlace {
  /** Opened only when the reference is one to a run. */
  store: () => RunStore;
  /** Runs are kept in a database rather than in the folder. */
  shared?: boolean;
  folder: string;
  kind: "bench" | "compare";
  /** Of the suite or benchmark that is about to run. */
  name: string;
  /** An unfinished run is about to be continued: `last` is then the latest that is finished. */
  resume: boolean;
}

/**
 * What `--against` means, found before anything is spent: a file of results, or a run; `last` and `last~1` count only
 * runs of the same suite or benchmark. Throws an `AgainstError` or what `findRun` throws.
 */
export async function readAgainst(reference: string, place: AgainstPlace): Promise<Against> {
  const path = resolve(place.folder, reference);
  if (existsSync(path) && statSync(path).isFile()) return readFile(reference, path, place);
  if (/\.jsonc?$/.test(reference)) throw new AgainstError(reference, "there is no such file.");
  if (!place.shared && !existsSync(join(place.folder, ".x", "x.db")))
    throw new AgainstError(reference, "no run is kept in this folder yet. Run it once without --against.");
  const run = await runOf(reference, place);
  const { kind, name } = run.manifest;
  if (kind !== place.kind || name !== place.name)
    throw new AgainstError(
      reference,
      `run ${shortRunId(run.id)} is of ${kind} ${name}, not of ${place.kind} ${place.name}. x runs --name ${place.name} lists those that fit.`,
    );
  return { kind: "run", run };
}

/** The scores to hold against. */
export async function againstScores(against: Against, store: RunStore, name: string): Promise<ScoredRun> {
  if (against.kind === "file") return against.scored(name);
  return { run: against.run, scores: await readRunScores(store, against.run) };
}

async function runOf(reference: string, { store: open, kind, name, resume }: AgainstPlace): Promise<Run> {
  const store = open();
  const back = /^last(?:~(\d{1,6}))?$/.exec(reference);
  if (!back) return findRun(store, reference);
  let skip = Number(back[1] ?? 0);
  for await (const run of store.runs({ kind, name })) {
    if (resume && run.state !== "finished") continue;
    if (skip-- === 0) return run;
  }
  throw new AgainstError(reference, `there is no such run of ${name} yet. Run it once without --against.`);
}

function readFile(reference: string, path: string, { name }: AgainstPlace): Against {
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new AgainstError(reference, `it cannot be read: ${(error as Error).message}`);
  }
  const all = Array.isArray(data) ? data : [data];
  const scored = (wanted: string): ScoredRun => {
    const own = all.find((each) => (each as { suite?: unknown } | null)?.suite === wanted);
    const read = own === undefined ? null : scoresOfResults(own);
    if (read === null)
      throw new AgainstError(
        reference,
        `it has no results of ${wanted}. Give a file that x bench --output wrote.`,
      );
    return read;
  };
  scored(name);
  return { kind: "file", scored };
}

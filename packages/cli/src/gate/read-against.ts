import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { FlowError } from "@flow-state-dev/core";
import {
  findNamedRun,
  isCounted,
  type Run,
  type RunManifest,
  type RunStore,
  readRunScores,
  type ScoredRun,
  shortRunId,
} from "@flow-state-dev/records";
import { listNames } from "../text/list-names.ts";
import { shellWord } from "../text/shell-word.ts";
import type { AboutToRun } from "./about-to-run.ts";
import { fullerRun } from "./fuller-run.ts";
import { failedGate, hasResults } from "./kept-gate.ts";
import { scoresOfReport } from "./report-file.ts";
import { scoresOfResults, unknownContent } from "./results-file.ts";

/** A `--against` that cannot be used. */
class AgainstError extends FlowError {
  override readonly name = "AgainstError";

  constructor(reference: string, problem: string) {
    super(`--against ${reference}: ${problem}`, { code: "against", details: { reference } });
  }
}

/**
 * What a run is held against: a run of a store, or a file of results. `fuller` says which run would have more in common
 * with the new one, where it was not named but counted.
 */
export type Against =
  | { kind: "run"; run: Run; fuller: string | null }
  | { kind: "file"; name: string; scored: ScoredRun };

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
  about: AboutToRun;
  /** Models of the judge that is about to grade; undefined when none does, or it is not asked for. */
  judge?: string | undefined;
  /** The run that is about to be gone on with, which `last` never means; null when a new one begins. */
  continued(): Promise<Run | null>;
  /** Told which runs `last` did not mean, and why. */
  note?: (sentence: string) => void;
}

/**
 * What `--against` means, found before anything is spent: a file of results, or a run; `last` and `last~1` count only
 * runs of the same suite or benchmark and of the same judge that have ended with a result and did not fail their gate.
 * Throws an `AgainstError`, also for one that has no result, or no subject or no task in common with what is about to
 * run, or what `findRun` throws.
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
      `run ${shortRunId(run.id)} is of ${kind} ${name}, not of ${place.kind} ${place.name}. x runs --name ${shellWord(place.name)} lists those that fit.`,
    );
  checkCommon(reference, `run ${shortRunId(run.id)}`, run, place);
  checkJudge(reference, `run ${shortRunId(run.id)}`, run, place);
  if (!(await hasResults(place.store(), run)))
    throw new AgainstError(reference, `run ${shortRunId(run.id)} has no result yet. Nothing was run.`);
  const fuller = isCounted(reference) ? await fullerRun(place.store(), run, place.about) : null;
  return { kind: "run", run, fuller };
}

/** The scores to hold against. */
export async function againstScores(against: Against, store: RunStore): Promise<ScoredRun> {
  if (against.kind === "file") return against.scored;
  return { run: against.run, scores: await readRunScores(store, against.run) };
}

/** What an earlier run is called in the sentences of a gate. */
export function againstName(against: Against): string {
  return against.kind === "file" ? against.name : `run ${shortRunId(against.run.id)}`;
}

async function runOf(
  reference: string,
  { store: open, kind, name, continued, judge, note }: AgainstPlace,
): Promise<Run> {
  const store = open();
  const failed: string[] = [];
  const own = isCounted(reference) ? await continued() : null;
  const counts = async (run: Run) => {
    if (run.state === "running" || run.id === own?.id) return false;
    if (!hasJudge(run, judge) || !(await hasResults(store, run))) return false;
    if (failedGate(run)) failed.push(shortRunId(run.id));
    return !failedGate(run);
  };
  const run = await findNamedRun(store, reference, { kind, name, counts });
  const [latest] = failed;
  const passedOver =
    latest === undefined
      ? ""
      : `${failed.length === 1 ? "Run" : "Runs"} ${listNames(failed)} failed the gate and ${failed.length === 1 ? "is" : "are"} passed over; --against ${latest} holds against it all the same.`;
  if (run !== null) {
    if (passedOver !== "") note?.(passedOver);
    return run;
  }
  const by = judge === undefined ? "" : `, judged by ${judge},`;
  if (own !== null && passedOver === "")
    throw new AgainstError(
      reference,
      `run ${shortRunId(own.id)} is the one that --resume goes on with, and there is no other of ${name}${by} to hold it against. Leave out --resume to begin a new run, or --against.`,
    );
  throw new AgainstError(
    reference,
    `there is no such run of ${name}${by} yet. ${passedOver || "Run it once without --against."}`,
  );
}

/** Was it graded by this judge, as far as it tells? */
function hasJudge({ manifest }: Pick<Run, "manifest">, judge: string | undefined): boolean {
  const before = namedJudge(manifest);
  return judge === undefined || before === undefined || before === judge;
}

/** Who is said to have judged a run; undefined when a suite left it to the models of its cases. */
function namedJudge({ kind, models, conditions }: RunManifest): string | undefined {
  if (kind !== "bench") return models.judge;
  return typeof conditions.judge === "string" ? conditions.judge : undefined;
}

/** A difference between two judges is none between what they judge. */
function checkJudge(
  reference: string,
  what: string,
  run: Pick<Run, "manifest" | "id">,
  place: AgainstPlace,
): void {
  if (place.kind === "bench" || hasJudge(run, place.judge)) return;
  throw new AgainstError(
    reference,
    `${what} was judged by ${run.manifest.models.judge}, and this one would be by ${place.judge}: scores of two judges cannot be held against each other. ` +
      `Have its outputs graded by the same judge first (--regrade ${shortRunId(run.id)}), and hold it against that run. Nothing was run.`,
  );
}

/**
 * Throws an `AgainstError` when cases that are the same in both are judged, and surely were by another model.
 * `contents` are the hashes of the cases that are about to run, `judged` those with something to judge, `judges` who
 * would.
 */
export function checkSuiteJudge(
  reference: string,
  against: Against,
  contents: Readonly<Record<string, string>>,
  { judged, judges }: { judged: readonly string[]; judges: readonly string[] },
): void {
  const { manifest } = against.kind === "file" ? against.scored.run : against.run;
  const named = namedJudge(manifest);
  // Whoever judged without being named is among the models of the run.
  const before = named === undefined ? Object.values(manifest.models) : [named];
  const isShared = (id: string) => [unknownContent, contents[id]].includes(manifest.tasks[id]);
  if (before.length === 0 || judges.length === 0 || !judged.some(isShared)) return;
  if (judges.some((id) => before.includes(id))) return;
  const again =
    against.kind === "file" ? "" : `--agent replay:${shortRunId(against.run.id)} grades its work anew; or `;
  throw new AgainstError(
    reference,
    `${againstName(against)} was judged by ${listed(before)}, and this one would be by ${listed(judges)}: what two judges say cannot be held against each other. ` +
      `${again}give the same --judge-model. Nothing was run.`.replace(/^g/, "G"),
  );
}

function readFile(reference: string, path: string, place: AgainstPlace): Against {
  const { name, kind } = place;
  const writer = kind === "bench" ? "x bench --output" : "x compare --format json --output";
  const give = `Give a file that ${writer} wrote.`;
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new AgainstError(reference, `it cannot be read: ${(error as Error).message}. ${give}`);
  }
  const scored = kind === "bench" ? suiteIn(data, name) : scoresOfReport(data);
  if (scored === null || scored.run.manifest.name !== name)
    throw new AgainstError(reference, `it has no results of ${name}. ${give}`);
  checkCommon(reference, "it", scored.run, place);
  checkJudge(reference, "it", scored.run, place);
  return { kind: "file", name: reference, scored };
}

/** The results of a suite in a file that may hold those of several. */
function suiteIn(data: unknown, name: string): ScoredRun | null {
  const all = Array.isArray(data) ? data : [data];
  const own = all.find((each) => (each as { suite?: unknown } | null)?.suite === name);
  return own === undefined ? null : scoresOfResults(own);
}

/** Nothing is paid for a comparison of which it is known beforehand that it cannot be made. */
function checkCommon(
  reference: string,
  what: string,
  { manifest }: Pick<Run, "manifest">,
  { about, kind }: AgainstPlace,
): void {
  const [subject, task] = kind === "bench" ? ["agent", "case"] : ["subject", "task"];
  const before = Object.keys(manifest.tasks);
  const alone = manifest.subjects.length === 1 && about.subjects.length === 1;
  if (!alone && !about.subjects.some((name) => manifest.subjects.includes(name)))
    throw nothingCommon(reference, subject!, { what, before: manifest.subjects, now: about.subjects });
  if (!about.tasks.some((id) => before.includes(id)))
    throw nothingCommon(reference, task!, { what, before, now: about.tasks });
}

/**
 * Throws an `AgainstError` when every task that both have was changed since. `contents` are the hashes of the tasks
 * that are about to run, which are known only when all is set up.
 */
export function checkContents(
  reference: string,
  against: Against,
  contents: Readonly<Record<string, string>>,
): void {
  const { manifest } = against.kind === "file" ? against.scored.run : against.run;
  const shared = Object.keys(contents).filter((id) => Object.hasOwn(manifest.tasks, id));
  const same = (id: string) => [unknownContent, contents[id]].includes(manifest.tasks[id]);
  if (shared.length === 0 || shared.some(same)) return;
  throw new AgainstError(
    reference,
    `all that it has in common with what is about to run was changed since, so nothing could be compared: ${listed(shared)}. ` +
      "Run it once without --against, and hold later runs against that. Nothing of it was run.",
  );
}

function nothingCommon(
  reference: string,
  unit: string,
  { what, before, now }: { what: string; before: readonly string[]; now: readonly string[] },
): AgainstError {
  return new AgainstError(
    reference,
    `${what} has no ${unit} in common with what is about to run, so nothing could be compared. ` +
      `There: ${listed(before)}. Here: ${listed(now)}. Hold it against another run, or leave --against out. Nothing was run.`,
  );
}

function listed(names: readonly string[]): string {
  return listNames(names) || "none";
}

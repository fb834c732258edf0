import { resolve } from "node:path";
import { sumUsd } from "@flow-state-dev/core";
import type { RunManifest, RunStore } from "@flow-state-dev/records";
import { isJudged, type SandboxChoice, type SuiteRun } from "@flow-state-dev/suites";
import type { GateResult } from "../gate/hold-gate.ts";
import { checkContents, checkSuiteJudge } from "../gate/read-against.ts";
import { sameWork } from "../gate/same-work.ts";
import { type GivingPlace, openGivingPlace } from "../machines/give-out.ts";
import type { RunUnderWay } from "../runs/run-under-way.ts";
import { unfinishedHint } from "../runs/unfinished-hint.ts";
import { storedResults } from "../show/stored-results.ts";
import { visibleText } from "../text/visible-text.ts";
import type { Voice } from "../text/voice.ts";
import type { BenchFlags } from "./bench-flags.ts";
import { benchHeadline } from "./bench-headline.ts";
import { type Budget, countedUsd } from "./budget-stop.ts";
import { judgesAsked } from "./models-asked.ts";
import { plannedManifest } from "./planned-manifest.ts";
import type { HeldBench } from "./prepare-benches.ts";
import { resultsText } from "./results-text.ts";
import { type RanBench, runBench } from "./run-bench.ts";
import { allRuns, type RunsLeft, runsLeft } from "./runs-left.ts";
import { spentBefore } from "./spent-before.ts";
import { tellBench } from "./tell-bench.ts";

/** Where suites are run, and what comes of it. */
export interface BenchesPlace {
  folder: string;
  store: RunStore;
  sandbox: SandboxChoice;
  voice: Voice;
  underWay: RunUnderWay;
  /**
   * Runs that ended and what their gates came to: added to as they end, so that they are there if a later one breaks.
   */
  runs: SuiteRun[];
  gates: GateResult[];
  /** Suites that have no results: the one that broke, and those that it never came to. Added to likewise. */
  leftOut: LeftOut[];
}

/** A suite without results. */
export interface LeftOut {
  suite: string;
  /** What broke it; absent when it was not run at all. */
  error?: unknown;
}

/** Runs one suite after the other, and tells of each; true when somebody asked to stop before the last. */
export async function runBenches(
  benches: readonly HeldBench[],
  flags: BenchFlags,
  place: BenchesPlace,
): Promise<boolean> {
  const { voice, runs, gates, leftOut, underWay } = place;
  await using giving = flags.on === undefined ? undefined : await openGivingPlace(flags.on, flags.queue);
  const before = flags.budget === undefined ? [] : await spentBefore(benches, flags, place);
  for (const [at, bench] of benches.entries()) {
    const budget = budgetOf(flags, runs, before);
    const rest = benches.slice(at + 1).map(({ suite }) => suite.name);
    const leaveOutRest = () => leftOut.push(...rest.map((suite) => ({ suite })));
    let run: RanBench;
    try {
      run = await runHeld(bench, flags, { ...place, giving, budget, isFollowed: rest.length > 0 });
      runs.push(run);
      const gate = await tellBench(bench, run, flags, { ...place, budget });
      if (gate) gates.push(gate);
    } catch (error) {
      const { name } = bench.suite;
      const hasRun = runs.length > at;
      if (!hasRun) leftOut.push({ suite: name, error });
      leaveOutRest();
      // Of one suite alone the error says it.
      if (benches.length > 1) sayNotRun(voice, hasRun || hasBegun(underWay, runs) ? rest : [name, ...rest]);
      throw error;
    }
    if (rest.length === 0) break;
    const { budgetExceeded, stopped } = run.sweep;
    if (run.askedToStop || budgetExceeded || stopped) {
      leaveOutRest();
      sayNotRun(voice, rest);
      return run.askedToStop;
    }
    voice.show("\n");
  }
  return false;
}

interface OnePlace extends BenchesPlace {
  giving: GivingPlace | undefined;
  budget: Required<Budget> | undefined;
  isFollowed: boolean;
}

/** One suite, from what is said before it runs to its end. */
async function runHeld(bench: HeldBench, flags: BenchFlags, place: OnePlace): Promise<RanBench> {
  const { folder, store, sandbox, voice, underWay, giving, budget, isFollowed } = place;
  // A run that spent all of it leaves nothing, for which only what is free can be had.
  const budgetUsd = budget && Math.max(0, sumUsd([budget.usd, -budget.takenUsd]));
  const head = async (left: RunsLeft) =>
    voice.show(await benchHeadline(bench, sandbox, flags, budgetUsd, left));
  if (!flags.resume) {
    const run = { kind: "bench", name: bench.suite.name };
    voice.say(await unfinishedHint(store, run, () => plannedManifest(bench, flags, sandbox), "runs"));
    await head(allRuns(flags));
  }
  const given = await giving?.bench(bench, flags, folder);
  voice.say(visibleText(given?.notice ?? ""));
  const unseen = given?.leftAtHome.map((path) => resolve(given.root, path)) ?? [];
  const beforeRun = async (manifest: RunManifest) => {
    // What is left to run is known only now that the cases have been looked at.
    if (flags.resume) await head(await runsLeft(store, manifest, flags, { looked: true }));
    await checkAgainst(bench, flags, store, manifest);
  };
  return runBench(bench, {
    ...{ flags, folder, sandbox, store, budgetUsd, isFollowed, unseen, out: process.stdout },
    ...{ beforeRun, underWay },
    ...(given && { dispatch: given.dispatch }),
  }).catch(async (error: unknown) => {
    if (underWay.isBrokenBy(error) && hasBegun(underWay, place.runs))
      voice.show(await partialResults(store, underWay.begunId!));
    throw error;
  });
}

/** Had a run begun that is none of those that ended? */
function hasBegun({ begunId }: RunUnderWay, runs: readonly SuiteRun[]): boolean {
  return begunId !== undefined && runs.every(({ results }) => results.run !== begunId);
}

function sayNotRun(voice: Voice, suites: readonly string[]): void {
  if (suites.length > 0) voice.say(`Not run: ${suites.join(", ")}.\n`);
}

/** Throws when the run that this one is to be held against has nothing that it can be compared by. */
async function checkAgainst(
  { against, cases, agents }: HeldBench,
  flags: BenchFlags,
  store: RunStore,
  manifest: RunManifest,
): Promise<void> {
  if (!against) return;
  const repeated = await sameWork(store, against, manifest);
  if (!repeated) checkContents(flags.against!, against, manifest.tasks);
  checkSuiteJudge(flags.against!, against, repeated?.manifest.tasks ?? manifest.tasks, {
    judged: cases.filter(isJudged).map(({ id }) => id),
    judges: judgesAsked(agents, cases, flags),
  });
}

/** What is kept of a run that broke off; nothing when that cannot be read. */
async function partialResults(store: RunStore, runId: string): Promise<string> {
  try {
    const run = await store.findRun(runId);
    return run ? resultsText(await storedResults(store, run)) : "";
  } catch {
    return "";
  }
}

/**
 * The budget is for all suites together, those to come included.
 *
 * @param before what each suite spent before this began, in US dollars
 */
function budgetOf(
  { budget: usd, strict = false }: BenchFlags,
  runs: readonly SuiteRun[],
  before: readonly number[],
): Required<Budget> | undefined {
  if (usd === undefined) return undefined;
  const ran = runs.map(({ sweep }) => countedUsd(sweep, strict));
  const toCome = before.slice(runs.length + 1);
  return { usd, strict, takenUsd: sumUsd([...ran, ...toCome]), beforeUsd: sumUsd([...before]) };
}

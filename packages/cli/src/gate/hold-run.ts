import {
  compareScores,
  isTimed,
  type Run,
  type RunStore,
  readRunScores,
  type ScoredRun,
} from "@flow-state-dev/records";
import { mean } from "@flow-state-dev/stats";
import type { SuiteResults } from "@flow-state-dev/suites";
import type { BenchmarkRunResult, CompleteReport } from "@flow-state-dev/testing";
import { chooseSubjects } from "../diff/choose-subjects.ts";
import { isTimedRun } from "../runs/timed-run.ts";
import type { GatePolicy } from "./gate-policy.ts";
import { type GateFacts, type GateResult, holdGate } from "./hold-gate.ts";
import { failedGate, keepGate } from "./kept-gate.ts";
import { type Against, againstName, againstScores } from "./read-against.ts";
import { unknownContent } from "./results-file.ts";
import { lostCases, sameWork } from "./same-work.ts";

/** What a gate looks at in the new run alone. */
type OwnFacts = Omit<GateFacts, "comparison" | "against" | "unchecked" | "repeated" | "fuller">;

interface Gate {
  policy: GatePolicy;
  against: Against | null;
}

/**
 * Holds a run that has just ended against its policy and, when there is one, an earlier run. That it failed is kept
 * with it, and that it no longer does.
 */
export async function holdRun(
  store: RunStore,
  runId: string,
  facts: OwnFacts,
  gate: Gate,
): Promise<GateResult> {
  const run = (await store.findRun(runId))!;
  if (gate.against?.kind === "run" && gate.against.run.id === run.id)
    return holdGate({ ...facts, comparison: "itself" }, gate.policy);
  const result = await holdAgainst(store, run, facts, gate);
  if (!result.passed || failedGate(run)) await keepGate(store, run, result);
  return result;
}

async function holdAgainst(
  store: RunStore,
  run: Run,
  facts: OwnFacts,
  { policy, against }: Gate,
): Promise<GateResult> {
  if (against === null) return holdGate({ ...facts, comparison: null }, policy);
  const told = await againstScores(against, store);
  const repeats = await sameWork(store, against, run.manifest);
  const { before, unchecked, changed } = pairByName(told, run, repeats !== null);
  const repeated = repeats && { lost: await lostCases(store, repeats, run), changed };
  const now = { run, scores: await readRunScores(store, run) };
  const subjects = chooseSubjects(undefined, before.run, run);
  const options = { margin: policy.margin, ...(subjects && { subjects }) };
  const comparison = compareScores(before, now, options);
  const fuller = against.kind === "run" ? against.fuller : null;
  return holdGate(
    { ...facts, comparison, against: againstName(against), unchecked, repeated, fuller },
    policy,
  );
}

/**
 * Tasks whose content is not told are taken to have that of the new run, and named; with the same work those that were
 * changed are, too.
 */
function pairByName(
  before: ScoredRun,
  { manifest }: Run,
  isSameWork: boolean,
): { before: ScoredRun; unchecked: string[]; changed: string[] } {
  const tasks = { ...before.run.manifest.tasks };
  const shared = Object.keys(tasks).filter((id) => Object.hasOwn(manifest.tasks, id));
  const untold = shared.filter((id) => tasks[id] === unknownContent);
  const changed = shared.filter((id) => tasks[id] !== unknownContent && tasks[id] !== manifest.tasks[id]);
  for (const id of isSameWork ? shared : untold) tasks[id] = manifest.tasks[id]!;
  const run = { ...before.run, manifest: { ...before.run.manifest, tasks } };
  return { before: { ...before, run }, unchecked: isSameWork ? [] : untold, changed };
}

/** What a gate looks at in the results of a suite: the agent's own time and money. */
export function suiteFacts({ agents, byAgent, cases, coverage, passed, total }: SuiteResults): OwnFacts {
  return {
    unit: "case",
    passes: { passed, total },
    coverage: { scored: coverage.withResult, planned: coverage.planned },
    subjects: agents.map((name) => {
      const own = cases.filter(({ agent }) => agent === name);
      return {
        name,
        costUsd: byAgent.find(({ agent }) => agent === name)?.costPerCase ?? null,
        seconds: mean(own.flatMap(({ runs }) => runs.filter(isTimedRun)).map(({ duration }) => duration)),
      };
    }),
  };
}

/** What a gate looks at in a report: the subject's own time and money. */
export function reportFacts({ summaries, coverage, results }: CompleteReport): OwnFacts {
  return {
    unit: "task",
    coverage: { scored: coverage.scored, planned: coverage.planned },
    subjects: summaries.map(({ subject, costPerTaskUsd }) => ({
      name: subject,
      costUsd: costPerTaskUsd,
      seconds: mean(results.filter((cell) => cell.subject === subject && tellsTime(cell)).map(secondsOf)),
    })),
  };
}

/** Does its time say how long the work takes? By the rules of the report. */
function tellsTime({ outcome, errored, suspect, latencyMs }: BenchmarkRunResult): boolean {
  const ended = outcome === undefined ? !errored : isTimed(outcome);
  return ended && suspect !== true && Number.isFinite(latencyMs);
}

function secondsOf({ latencyMs }: BenchmarkRunResult): number {
  return latencyMs / 1000;
}

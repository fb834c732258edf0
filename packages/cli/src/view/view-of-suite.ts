import { formatDuration, sumUsd } from "@flow-state-dev/core";
import { type OutcomeKind, outcomeKinds, type Run, type RunStore, shortRunId } from "@flow-state-dev/records";
import { median, paretoFront, quantile } from "@flow-state-dev/stats";
import {
  type AgentResults,
  type CaseRun,
  costPerRun,
  keptRun,
  type SuiteResults,
  simulatedNotice,
} from "@flow-state-dev/suites";
import type { RunHead, RunView, SubjectView } from "@flow-state-dev/viewer/contract";
import { againstFirst } from "../bench/agents-text.ts";
import { chanceText } from "../bench/chance-text.ts";
import { spentText } from "../bench/spent-text.ts";
import { isUnchecked, nothingChecked } from "../run/unchecked.ts";
import { isTimedRun } from "../runs/timed-run.ts";
import { storedCases } from "../show/stored-cases.ts";
import { resultsOfCases } from "../show/stored-results.ts";
import { counted, percent } from "../text/show-numbers.ts";
import { heatOfTags } from "./heat-of-tags.ts";
import { rowReader } from "./row-run.ts";
import { taskFacts } from "./task-facts.ts";

/** Up to so many runs of cases are read with their evidence; of more only the rows, so that the page need not wait. */
const readWhole = 1000;

/** The first screen of a run of agents on a suite. */
export async function viewOfSuite(store: RunStore, run: Run, head: RunHead): Promise<RunView> {
  const stored = await storedCases(
    store,
    run,
    run.plannedCells <= readWhole ? keptRun : await rowReader(store, run),
  );
  return viewOfResults(resultsOfCases(run, stored), run, head);
}

/** The same from its results. Pure. */
function viewOfResults(all: SuiteResults, run: Run, head: RunHead): RunView {
  const subjects = markFront(all.byAgent.map((agent) => agentView(agent, all)));
  subjects.sort((a, b) => (b.mean ?? -1) - (a.mean ?? -1));
  const { tags, heat } = heatOfTags(
    subjects.map(({ name }) => name),
    taskFacts(run.manifest),
    all.cases.map(({ agent, id, passes: { passed, of } }) => ({ agent, id, passed, of })),
  );
  return {
    head,
    unit: "pass rate",
    notice: run.manifest.simulated ? simulatedNotice : null,
    sentences: [
      ...subjects.map((agent) => ({
        about: "verdict",
        subject: agent.name,
        text: isUnchecked(run.manifest) ? doneSentence(agent) : sentenceOf(agent, all),
      })),
      ...all.comparisons.map((comparison) => ({ about: "verdict", text: againstFirst(comparison) })),
    ],
    warnings: [...run.warnings, ...troubleOf(all)],
    baseline: null,
    subjects: isUnchecked(run.manifest) ? subjects.map(withoutScore) : subjects,
    categories: tags,
    heat,
    cases: all.cases.map(({ agent, id, passes, duration, runs }) => ({
      ...{ subject: agent, task: id, passed: passes.passed, of: passes.of, interval: passes.interval },
      costUsd: costPerRun(runs),
      seconds: runs.some(isTimedRun) ? duration : null,
    })),
    outcomes: countsOf(all.cases.flatMap(({ runs }) => runs)),
    coverage: coverageOf(all),
    cost: costOf(all, run),
    budgetSpent: all.budgetExceeded,
    failures: failuresOf(all),
  };
}

function agentView(
  { agent: name, passRate, passHatK, costPerCase }: AgentResults,
  all: SuiteResults,
): SubjectView {
  const runs = all.cases.filter(({ agent }) => agent === name).flatMap((each) => each.runs);
  const times = runs.filter(isTimedRun).map(({ duration }) => duration * 1000);
  return {
    ...{ name, kind: "agent", delta: null, deltaInterval: null, verdict: null, pareto: null },
    mean: passRate?.value ?? null,
    interval: passRate?.interval ?? null,
    passHatK: passHatK && { k: passHatK.k, value: passHatK.value },
    costPerTaskUsd: costPerCase,
    latencyMs: times.length === 0 ? null : { median: median(times) ?? 0, p95: quantile(times, 0.95) ?? 0 },
    outcomes: countsOf(runs),
    totalCostUsd: totalOf(runs),
  };
}

function totalOf(runs: readonly CaseRun[]): number | null {
  const known = runs.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  return known.length < runs.length || runs.length === 0 ? null : sumUsd(known);
}

/** Of those with a result: one of unknown cost might beat any other. */
function markFront(agents: SubjectView[]): SubjectView[] {
  const scored = agents.filter(({ mean }) => mean !== null);
  const points = scored.flatMap(({ name, mean, costPerTaskUsd }) =>
    costPerTaskUsd === null ? [] : [{ name, cost: costPerTaskUsd, score: mean! }],
  );
  // When nothing cost anything there is nothing to weigh.
  if (points.length < scored.length || points.every(({ cost }) => cost === 0)) return agents;
  const front = new Set(paretoFront(points).map(({ name }) => name));
  return agents.map((agent) => (agent.mean === null ? agent : { ...agent, pareto: front.has(agent.name) }));
}

function doneSentence({ name, mean }: SubjectView): string {
  if (mean === null) return `${name}: no result yet.`;
  return `${name} was ${mean === 1 ? "done" : "not done"}. ${nothingChecked}`;
}

function withoutScore(agent: SubjectView): SubjectView {
  return { ...agent, mean: null, interval: null };
}

function sentenceOf({ name, interval, mean }: SubjectView, all: SuiteResults): string {
  const own = all.byAgent.find(({ agent }) => agent === name);
  if (!own || mean === null) return `${name}: no result yet.`;
  const range = interval === null ? "" : `, ${percent(interval[0])} to ${percent(interval[1])} %`;
  const cases = `${own.passed} of ${counted(own.passed + own.failed, "case")}`;
  if (!all.cases.some(({ planned }) => planned > 1))
    return `${name} passes ${cases} (${percent(mean)} %${range}).`;
  const rate = `${percent(mean)} %${range === "" ? "" : ` (${range.slice(2)})`}`;
  const { passHatK, total } = own;
  const reliable = passHatK ? ` (pass^${passHatK.k}: ${chanceText(passHatK, total)})` : "";
  return `${name} has a pass rate of ${rate} and passes ${cases} every time${reliable}.`;
}

/**
 * Why runs broke or have no result, by agent and reason, the most frequent first. Runs that were cut off are not among
 * them.
 */
function failuresOf({ cases }: SuiteResults): RunView["failures"] {
  const found = new Map<string, RunView["failures"][number]>();
  for (const { agent, runs } of cases)
    for (const { outcome, error = "", detail } of runs) {
      if (outcome === "passed" || outcome === "failed" || outcome === "cancelled") continue;
      const message = (error || detail).replaceAll(/\s+/g, " ").slice(0, 400).toWellFormed();
      // Ids and times in a text make the same trouble look different.
      const key = JSON.stringify([agent, outcome, message.replaceAll(/[\da-f]{8,}|\d+/gi, "#")]);
      const known = found.get(key);
      if (known) known.cells += 1;
      else found.set(key, { subject: agent, outcome, message, cells: 1 });
    }
  return [...found.values()].sort((a, b) => b.cells - a.cells);
}

function troubleOf({ cases }: SuiteResults): string[] {
  const touched = cases.filter(({ runs }) => runs.some(({ putBack }) => putBack.length > 0));
  if (touched.length === 0) return [];
  const names = touched.map(({ id, agent }) => `${id} (${agent})`).join(", ");
  return [`Files that grade were changed and put back before grading: ${names}.`];
}

function coverageOf({ coverage: { planned, withResult, missing } }: SuiteResults): string {
  const why = Object.entries(missing).map(([kind, count]) => `${count} ${kind}`);
  return `Results for ${withResult} of ${planned} runs${why.length > 0 ? ` (${why.join(", ")})` : ""}.`;
}

function costOf(results: SuiteResults, { id, state }: Run): string {
  const { totalCost, unknownCosts, duration } = results;
  const unknown = `${counted(unknownCosts, "run")} of unknown cost`;
  const known = totalCost > 0 || unknownCosts === 0 ? [spentText(results)] : [];
  const money = [...known, ...(unknownCosts > 0 ? [unknown] : [])].join(" and ");
  const time = formatDuration(duration * 1000);
  return `${money} · ${time}${state === "running" ? " so far" : ""} · run ${shortRunId(id)}`;
}

function countsOf(runs: readonly { outcome: OutcomeKind }[]): SubjectView["outcomes"] {
  const counts = outcomeKinds.map(
    (kind) => [kind, runs.filter(({ outcome }) => outcome === kind).length] as const,
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

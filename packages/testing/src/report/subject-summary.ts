import { fromNanoUsd, toNanoUsd } from "@flow-state-dev/core";
import { isTimed, type OutcomeKind, outcomeKinds, type RecordedUsage } from "@flow-state-dev/records";
import { quantiles, scoreInterval, suitePassHatK, tidy, varianceParts } from "@flow-state-dev/stats";
import type { SubjectSummary } from "./benchmark-report.ts";
import { hasScore } from "./cell-columns.ts";
import { cellsOfTask, type ReportGrid } from "./report-grid.ts";
import type { SubjectScores } from "./subject-scores.ts";

/** What is known of a subject over all its cells, but for its place among the others. */
export function summaryOf(
  grid: ReportGrid,
  subject: number,
  scores: SubjectScores,
  runs: number,
): Omit<SubjectSummary, "pareto" | "dominated"> {
  const score = scores.mean === null ? null : tidy(scores.mean);
  const parts = varianceParts(scores.byTask);
  const { passes, costPerTaskUsd, ...sums } = sumsOf(grid, subject);
  return {
    subject: grid.subjects[subject]!.name,
    kind: grid.subjects[subject]!.kind,
    mean: score,
    interval: scoreInterval(scores.means, {
      once: scores.byTask.every((of) => of.length <= 1),
      families: scores.families,
    }),
    passHatK: passHatK(grid, passes, runs),
    variance: parts.state === "estimated" || parts.state === "zero-variance" ? parts : null,
    ...sums,
    costPerTaskUsd,
    scorePerUsd: scores.mean === null || !costPerTaskUsd ? null : scores.mean / costPerTaskUsd,
  };
}

function passHatK(
  { tasks }: ReportGrid,
  passes: readonly PassCounts[],
  k: number,
): SubjectSummary["passHatK"] {
  if (!Number.isSafeInteger(k) || k < 1) return null;
  const suite = suitePassHatK(passes, k);
  if (suite.value === null) return null;
  return { ...suite, k, tooFewRuns: suite.tooFewRuns.map((place) => tasks[place]!.id) };
}

/** How often a task was passed. */
interface PassCounts {
  passed: number;
  runs: number;
}

type CellSums = Pick<
  SubjectSummary,
  | ("outcomes" | "latencyMs" | "tokens" | "countedTokens" | "subjectCostUsd" | "judgeCostUsd")
  | ("unknownCalls" | "lostCalls" | "uncountedCostUsd" | "cachedCostUsd" | "cachedCalls")
> & { passes: PassCounts[]; costPerTaskUsd: number | null };

/** Everything that is added up over the cells of a subject, in one pass: there may be a million of them. */
function sumsOf(grid: ReportGrid, subject: number): CellSums {
  const { cells } = grid;
  const outcomes = Object.fromEntries(outcomeKinds.map((kind) => [kind, 0])) as Record<OutcomeKind, number>;
  const tokens = { ...noTokens };
  const countedTokens = { ...noTokens };
  const times: number[] = [];
  const passes = new Array<PassCounts>(grid.tasks.length);
  // By runs and how many passed: tasks share them, for there may be a million.
  const counts: PassCounts[][] = [];
  // In whole billionths of a dollar.
  let [subjectNano, judgeNano, scoredNano, uncountedNano, cachedNano] = [0, 0, 0, 0, 0];
  let [unknownCalls, lostCalls, scored, scoredUnknown, cachedCalls] = [0, 0, 0, 0, 0];
  for (let task = 0; task < grid.tasks.length; task++) {
    let [passed, runs] = [0, 0];
    const [start, end] = cellsOfTask(grid, subject, task);
    for (let at = start; at < end; at++) {
      const kind = cells.kinds[at]!;
      const latencyMs = cells.latencyMs[at]!;
      const nano = toNanoUsd(cells.subjectUsd[at]!);
      const more = cells.more[at] === 1 ? cells.results[at]! : null;
      outcomes[kind]++;
      if (hasScore(cells.scores[at]!)) {
        runs += 1;
        if (kind === "passed") passed += 1;
        scored += 1;
        const comparedUsd = cells.comparedUsd[at]!;
        if (Number.isNaN(comparedUsd)) scoredUnknown += 1;
        else scoredNano += toNanoUsd(comparedUsd);
      }
      if (!more?.suspect && isTimed(kind) && Number.isFinite(latencyMs)) times.push(latencyMs);
      if (more?.usage !== undefined) for (const name of tokenNames) tokens[name] += more.usage[name];
      const counted = more?.counted;
      const countedUsage = counted?.usage ?? more?.usage;
      if (countedUsage !== undefined)
        for (const name of tokenNames) countedTokens[name] += countedUsage[name];
      if (counted !== undefined) {
        cachedNano += nanoOf(counted.cachedUsd);
        cachedCalls += counted.cachedCalls;
        if (hasScore(cells.scores[at]!)) uncountedNano += Math.max(0, nano - nanoOf(counted.costUsd));
      }
      subjectNano += nano;
      judgeNano += toNanoUsd(cells.judgeUsd[at]!);
      unknownCalls += cells.unknownCalls[at]!;
      lostCalls += more?.lostCalls ?? 0;
    }
    passes[task] = sharedCounts(counts, passed, runs);
  }
  return {
    ...{ outcomes, passes, tokens, unknownCalls, lostCalls },
    ...(tokenNames.some((name) => tokens[name] !== countedTokens[name]) && { countedTokens }),
    ...(uncountedNano > 0 && { uncountedCostUsd: fromNanoUsd(uncountedNano) }),
    ...(cachedCalls > 0 && { cachedCalls, cachedCostUsd: fromNanoUsd(cachedNano) }),
    latencyMs: latencyOf(times),
    subjectCostUsd: fromNanoUsd(subjectNano),
    judgeCostUsd: fromNanoUsd(judgeNano),
    costPerTaskUsd: scored === 0 || scoredUnknown > 0 ? null : fromNanoUsd(scoredNano) / scored,
  };
}

/** Of a figure that may have been made by hand. */
function nanoOf(usd: number): number {
  return usd > 0 && Number.isFinite(usd) ? toNanoUsd(usd) : 0;
}

function sharedCounts(known: PassCounts[][], passed: number, runs: number): PassCounts {
  const ofRuns = known[runs] ?? [];
  const counts = ofRuns[passed] ?? { passed, runs };
  ofRuns[passed] = counts;
  known[runs] = ofRuns;
  return counts;
}

function latencyOf(times: readonly number[]): SubjectSummary["latencyMs"] {
  const [median, p95] = quantiles(times, [0.5, 0.95]);
  return times.length === 0 ? null : { median: median!, p95: p95! };
}

const noTokens: RecordedUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};
const tokenNames = Object.keys(noTokens) as (keyof RecordedUsage)[];

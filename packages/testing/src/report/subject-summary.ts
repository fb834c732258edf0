import { fromNanoUsd, toNanoUsd } from "@flow-state-dev/core";
import { type OutcomeKind, outcomeKinds, type RecordedUsage } from "@flow-state-dev/records";
import { mean, quantile, suitePassHatK, varianceParts } from "@flow-state-dev/stats";
import type { SubjectSummary } from "./benchmark-report.ts";
import { scoresByTask } from "./compare-with-baseline.ts";
import type { GradedCell } from "./graded-cell.ts";
import type { ReportGrid } from "./report-grid.ts";
import { scoreInterval } from "./score-interval.ts";
import { tidy } from "./tidy.ts";

/** What is known of a subject over all its cells, but for its place among the others. */
export function summaryOf(grid: ReportGrid, subject: number, runs: number): Omit<SubjectSummary, "pareto"> {
  const byTask = scoresByTask(grid, subject);
  const taskMean = mean(byTask.filter((scores) => scores.length > 0).map((scores) => mean(scores)!));
  const score = taskMean === null ? null : tidy(taskMean);
  const parts = varianceParts(byTask);
  const { passes, costPerTaskUsd, ...sums } = sumsOf(grid.cells[subject]!);
  return {
    subject: grid.subjects[subject]!.name,
    kind: grid.subjects[subject]!.kind,
    mean: score,
    interval: scoreInterval(byTask),
    passHatK: passHatK(passes, runs),
    variance: parts.state === "estimated" || parts.state === "zero-variance" ? parts : null,
    ...sums,
    costPerTaskUsd,
    scorePerUsd: score === null || !costPerTaskUsd ? null : score / costPerTaskUsd,
  };
}

function passHatK(passes: readonly PassCounts[], k: number): SubjectSummary["passHatK"] {
  if (!Number.isSafeInteger(k) || k < 1) return null;
  const suite = suitePassHatK(passes, k);
  return suite.value === null ? null : { ...suite, k };
}

/** How often a task was passed. */
interface PassCounts {
  passed: number;
  runs: number;
}

type CellSums = Pick<
  SubjectSummary,
  "outcomes" | "latencyMs" | "tokens" | "subjectCostUsd" | "judgeCostUsd" | "unknownCalls" | "lostCalls"
> & { passes: PassCounts[]; costPerTaskUsd: number | null };

const timedKinds: ReadonlySet<OutcomeKind> = new Set(["passed", "failed", "timed-out", "unscored"]);

/** Everything that is added up over the cells of a subject, in one pass: there may be a million of them. */
function sumsOf(byTask: readonly (readonly GradedCell[])[]): CellSums {
  const outcomes = Object.fromEntries(outcomeKinds.map((kind) => [kind, 0])) as Record<OutcomeKind, number>;
  const tokens = { ...noTokens };
  const times: number[] = [];
  const passes: PassCounts[] = [];
  // In whole billionths of a dollar.
  let [subjectNano, judgeNano, scoredNano] = [0, 0, 0];
  let [unknownCalls, lostCalls, scored, scoredUnknown] = [0, 0, 0, 0];
  for (const runs of byTask) {
    const counts = { passed: 0, runs: 0 };
    passes.push(counts);
    for (const cell of runs) {
      const { kind, result } = cell;
      const { suspect, latencyMs, usage } = result;
      const nano = toNanoUsd(cell.subjectUsd);
      outcomes[kind]++;
      if (cell.score !== null) {
        counts.runs += 1;
        if (kind === "passed") counts.passed += 1;
        scored += 1;
        scoredNano += nano;
        scoredUnknown += cell.unknownCalls;
      }
      if (!suspect && timedKinds.has(kind) && Number.isFinite(latencyMs)) times.push(latencyMs);
      if (usage !== undefined) for (const name of tokenNames) tokens[name] += usage[name];
      subjectNano += nano;
      judgeNano += toNanoUsd(cell.judgeUsd);
      unknownCalls += cell.unknownCalls;
      lostCalls += result.lostCalls ?? 0;
    }
  }
  return {
    ...{ outcomes, passes, tokens, unknownCalls, lostCalls },
    latencyMs: times.length === 0 ? null : { median: quantile(times, 0.5)!, p95: quantile(times, 0.95)! },
    subjectCostUsd: fromNanoUsd(subjectNano),
    judgeCostUsd: fromNanoUsd(judgeNano),
    costPerTaskUsd: scored === 0 || scoredUnknown > 0 ? null : fromNanoUsd(scoredNano) / scored,
  };
}

const noTokens: RecordedUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};
const tokenNames = Object.keys(noTokens) as (keyof RecordedUsage)[];

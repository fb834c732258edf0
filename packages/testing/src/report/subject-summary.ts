import { sumUsd } from "@flow-state-dev/core";
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
  const cells = grid.cells[subject]!.flat();
  const byTask = scoresByTask(grid, subject);
  const taskMean = mean(byTask.filter((scores) => scores.length > 0).map((scores) => mean(scores)!));
  const score = taskMean === null ? null : tidy(taskMean);
  const parts = varianceParts(byTask);
  const costPerTaskUsd = costPerTask(cells);
  return {
    subject: grid.subjects[subject]!.name,
    kind: grid.subjects[subject]!.kind,
    mean: score,
    interval: scoreInterval(byTask),
    passHatK: passHatK(grid, subject, runs),
    variance: parts.state === "estimated" || parts.state === "zero-variance" ? parts : null,
    outcomes: countOutcomes(cells),
    latencyMs: latencyOf(cells),
    tokens: tokensOf(cells),
    ...moneyOf(cells),
    costPerTaskUsd,
    scorePerUsd: score === null || !costPerTaskUsd ? null : score / costPerTaskUsd,
  };
}

function passHatK({ cells }: ReportGrid, subject: number, k: number): SubjectSummary["passHatK"] {
  if (!Number.isSafeInteger(k) || k < 1) return null;
  const passes = cells[subject]!.map((runs) => {
    const counts = { passed: 0, runs: 0 };
    for (const { score, kind } of runs) {
      if (score === null) continue;
      counts.runs += 1;
      if (kind === "passed") counts.passed += 1;
    }
    return counts;
  });
  const suite = suitePassHatK(passes, k);
  return suite.value === null ? null : { ...suite, k };
}

function countOutcomes(cells: readonly GradedCell[]): Record<OutcomeKind, number> {
  const counts = Object.fromEntries(outcomeKinds.map((kind) => [kind, 0])) as Record<OutcomeKind, number>;
  for (const { kind } of cells) counts[kind]++;
  return counts;
}

const timedKinds: ReadonlySet<OutcomeKind> = new Set(["passed", "failed", "timed-out", "unscored"]);

function latencyOf(cells: readonly GradedCell[]): SubjectSummary["latencyMs"] {
  const times: number[] = [];
  for (const { kind, result } of cells) {
    const { suspect, latencyMs } = result;
    if (timedKinds.has(kind) && !suspect && Number.isFinite(latencyMs)) times.push(latencyMs);
  }
  return times.length === 0 ? null : { median: quantile(times, 0.5)!, p95: quantile(times, 0.95)! };
}

function tokensOf(cells: readonly GradedCell[]): RecordedUsage {
  const total: RecordedUsage = {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  };
  for (const { result } of cells) {
    if (result.usage === undefined) continue;
    for (const kind of Object.keys(total) as (keyof RecordedUsage)[]) total[kind] += result.usage[kind];
  }
  return total;
}

function moneyOf(
  cells: readonly GradedCell[],
): Pick<SubjectSummary, "subjectCostUsd" | "judgeCostUsd" | "unknownCalls" | "lostCalls"> {
  const subject = new Float64Array(cells.length);
  const judge = new Float64Array(cells.length);
  let [unknownCalls, lostCalls] = [0, 0];
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at]!;
    subject[at] = cell.subjectUsd;
    judge[at] = cell.judgeUsd;
    unknownCalls += cell.unknownCalls;
    lostCalls += cell.result.lostCalls ?? 0;
  }
  return { subjectCostUsd: sumUsd(subject), judgeCostUsd: sumUsd(judge), unknownCalls, lostCalls };
}

function costPerTask(cells: readonly GradedCell[]): number | null {
  const scored = cells.filter(({ score }) => score !== null);
  if (scored.length === 0 || scored.some(({ unknownCalls }) => unknownCalls > 0)) return null;
  return sumUsd(scored.map(({ subjectUsd }) => subjectUsd)) / scored.length;
}

import { formatCount } from "../../scorecard/format-number.ts";
import { counted } from "../../scorecard/words.ts";
import { defaultRuns } from "../benchmark-plan.ts";
import type { RunBenchmarkConfig } from "../run-benchmark-config.ts";
import { countProblem } from "./value-problems.ts";

/** So many cells a benchmark may have. Its plan fits in memory, and a thousand of them a second take three hours. */
const mostCells = 10_000_000;

/** What is wrong with how many cells the runs of a benchmark make, in a sentence. Other mistakes are told elsewhere. */
export function countProblems({ subjects, tasks, runs = defaultRuns }: RunBenchmarkConfig): string[] {
  if (!Array.isArray(subjects) || !Array.isArray(tasks) || countProblem("runs", runs).length > 0) return [];
  const cells = subjects.length * tasks.length * runs;
  if (cells <= mostCells) return [];
  const parts = [counted(subjects.length, "subject"), counted(tasks.length, "task"), counted(runs, "run")];
  return [
    `The benchmark has ${formatCount(cells)} cells (${parts.join(" × ")}), and ${formatCount(mostCells)} are the most: lower runs, or make several benchmarks of it.`,
  ];
}

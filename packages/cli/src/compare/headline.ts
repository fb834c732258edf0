import type { RunBenchmarkConfig } from "@flow-state-dev/testing";
import { visibleLine } from "../visible-text.ts";

/** What is about to run, in two lines, whatever its names hold. */
export function headline({
  name,
  subjects,
  tasks,
  runs = 3,
  model,
  judgeModel,
  judge,
}: RunBenchmarkConfig): string {
  const cells = subjects.length * tasks.length * runs;
  const size = `${count(subjects.length, "subject")} × ${count(tasks.length, "task")} × ${count(runs, "run")}`;
  const judged = judge?.panel ? `a panel of ${judge.panel.join(", ")}` : (judgeModel ?? model);
  const by = tasks.every(({ rubric }) => rubric.length === 0) ? "scored by code" : `judged by ${judged}`;
  return `${visibleLine(name ?? "benchmark")} · ${size} = ${count(cells, "cell")}\n${visibleLine(`${model}, ${by}`)}`;
}

function count(amount: number, what: string): string {
  return `${amount} ${what}${amount === 1 ? "" : "s"}`;
}

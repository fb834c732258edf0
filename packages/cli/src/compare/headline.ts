import type { RunBenchmarkConfig } from "@flow-state-dev/testing";

/** What is about to run, in two lines. */
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
  return `${name} · ${size} = ${count(cells, "cell")}\n${model}, judged by ${judged}`;
}

function count(amount: number, what: string): string {
  return `${amount} ${what}${amount === 1 ? "" : "s"}`;
}

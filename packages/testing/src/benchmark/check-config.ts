import { type BenchmarkSubject, type BenchmarkTask, FlowError } from "@flow-state-dev/core";
import type { Limits } from "@flow-state-dev/sweep";
import { checkScorers } from "../scorers/check-scorers.ts";
import { BenchmarkConfigError } from "./benchmark-config-error.ts";
import { goldenProblems } from "./golden-problems.ts";
import type { RunBenchmarkConfig } from "./run-benchmark-config.ts";

/** Throws a `BenchmarkConfigError` with every mistake, before anything runs. */
export function checkConfig(config: RunBenchmarkConfig): void {
  const problems = [
    ...nameProblem(config.name),
    ...subjectProblems(config.subjects),
    ...taskProblems(config.tasks, (config.scorers ?? []).length > 0),
    ...modelProblems(config),
    ...scorerProblems(config),
    ...goldenProblems(config.judge?.golden),
    ...countProblem("runs", config.runs),
    ...countProblem("concurrency", config.concurrency),
    ...amountProblem("maxCostUsd", config.maxCostUsd, "an amount of dollars above 0"),
    ...amountProblem("cellTimeoutMs", config.cellTimeoutMs, "a number of milliseconds above 0"),
    ...cellBudgetProblem(config.limits),
    ...amountProblem("margin", config.margin, "a difference above 0"),
  ];
  if (problems.length > 0) throw new BenchmarkConfigError(problems);
}

function nameProblem(name: unknown): string[] {
  if (name === undefined || (typeof name === "string" && name.trim() !== "")) return [];
  return [`The name is ${JSON.stringify(name)}; it has to be a text, or be left out.`];
}

function cellBudgetProblem(limits: Limits | undefined): string[] {
  const usd = limits?.cellBudgetUsd;
  if (usd === undefined || (Number.isFinite(usd) && usd >= 0)) return [];
  return [`limits.cellBudgetUsd is ${String(usd)}; it has to be an amount of dollars.`];
}

function subjectProblems(subjects: readonly BenchmarkSubject[]): string[] {
  if (!Array.isArray(subjects) || subjects.length === 0)
    return ["There is no subject to run: give at least one."];
  return subjects.flatMap((subject, index) => {
    if (typeof subject?.name !== "string" || subject.name === "")
      return [`Subject ${index + 1} has no name.`];
    const at = `The subject "${subject.name}"`;
    if (subject.kind !== "pattern" && subject.kind !== "baseline")
      return [`${at} has the kind ${JSON.stringify(subject.kind)}; it has to be "pattern" or "baseline".`];
    if (subject.sequencer === undefined) return [`${at} has no sequencer.`];
    if (typeof subject.mapTask !== "function") return [`${at} has no mapTask function.`];
    const first = subjects.findIndex(({ name }) => name === subject.name);
    return first < index
      ? [`Two subjects are called "${subject.name}": give every subject its own name.`]
      : [];
  });
}

function taskProblems(tasks: readonly BenchmarkTask[], scored: boolean): string[] {
  if (!Array.isArray(tasks) || tasks.length === 0) return ["There is no task to run: give at least one."];
  const seen = new Set<string>();
  return tasks.flatMap((task, index) => {
    if (typeof task?.id !== "string" || task.id === "") return [`Task ${index + 1} has no id.`];
    const at = `The task "${task.id}"`;
    const problems: string[] = [];
    if (seen.has(task.id)) problems.push(`Two tasks have the id "${task.id}": give every task its own.`);
    seen.add(task.id);
    if (typeof task.prompt !== "string" || task.prompt.trim() === "") problems.push(`${at} has no prompt.`);
    if (typeof task.category !== "string" || task.category === "") problems.push(`${at} has no category.`);
    if (task.category === "overall")
      problems.push(
        `${at} has the category "overall", which stands for all categories: choose another word.`,
      );
    return [...problems, ...rubricProblems(task, at, scored)];
  });
}

function rubricProblems({ rubric }: BenchmarkTask, at: string, scored: boolean): string[] {
  if (!Array.isArray(rubric)) return [`${at} has no rubric: give a list of criteria.`];
  if (rubric.length === 0 && !scored)
    return [
      `${at} has an empty rubric and there are no scorers, so nothing could score it: give it a criterion.`,
    ];
  return rubric.some((criterion) => typeof criterion !== "string" || criterion.trim() === "")
    ? [`${at} has an empty criterion in its rubric.`]
    : [];
}

function modelProblems({ model, judgeModel, judge }: RunBenchmarkConfig): string[] {
  const problems: string[] = [];
  if (typeof model !== "string" || model === "") problems.push("There is no model: give the id of one.");
  if (judgeModel !== undefined && (typeof judgeModel !== "string" || judgeModel === ""))
    problems.push("judgeModel is empty: give the id of a model, or leave it out.");
  if (judge?.panel !== undefined && judge.panel.length === 0)
    problems.push("The panel of judges is empty: give the ids of models, or leave it out.");
  return problems;
}

function scorerProblems({ scorers = [] }: RunBenchmarkConfig): string[] {
  try {
    checkScorers(scorers);
    return [];
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    return [error.message];
  }
}

function countProblem(field: string, value: number | undefined): string[] {
  if (value === undefined || (Number.isInteger(value) && value >= 1)) return [];
  return [`${field} is ${String(value)}; it has to be a whole number from 1.`];
}

function amountProblem(field: string, value: number | undefined, wanted: string): string[] {
  if (value === undefined || (Number.isFinite(value) && value > 0)) return [];
  return [`${field} is ${String(value)}; it has to be ${wanted}.`];
}

import { type BenchmarkSubject, FlowError, isBlock } from "@flow-state-dev/core";
import { checkScorers } from "../scorers/check-scorers.ts";
import { BenchmarkConfigError } from "./benchmark-config-error.ts";
import { fieldProblems, judgeFieldProblems, runFields } from "./config-fields.ts";
import { countProblems } from "./count-problems.ts";
import { describeValue } from "./describe-value.ts";
import { goldenProblems } from "./golden-problems.ts";
import { judgeProblems } from "./judge-problems.ts";
import { limitProblems } from "./limit-problems.ts";
import { modelIdProblem } from "./model-id-problem.ts";
import type { RunBenchmarkConfig } from "./run-benchmark-config.ts";
import { taskProblems } from "./task-problems.ts";
import {
  amountProblem,
  countProblem,
  functionProblem,
  signalProblem,
  wholeNumberProblem,
} from "./value-problems.ts";

/**
 * Throws a `BenchmarkConfigError` with every mistake, before anything runs. A plan spends nothing, so it may be asked
 * for without the store that a run would go on from.
 */
export function checkConfig(config: RunBenchmarkConfig, use: "run" | "plan" = "run"): void {
  checkIsConfig(config);
  const { judge, limits, scorers } = config;
  const problems = [
    ...fieldProblems(config, runFields),
    ...judgeFieldProblems(judge),
    ...nameProblem(config.name),
    ...subjectProblems(config.subjects),
    ...taskProblems(config.tasks, Array.isArray(scorers) && scorers.length > 0),
    ...modelIdProblem(config.model),
    ...judgeProblems(config),
    ...scorerProblems(scorers),
    ...functionProblem("modelResolver", config.modelResolver, "from the id of a model to the model"),
    ...functionProblem("judgeResolver", config.judgeResolver, "from the id of a model to the model"),
    ...functionProblem("onEvent", config.onEvent, "that is told what happens"),
    ...signalProblem("signal", config.signal),
    ...signalProblem("drain", config.drain),
    ...goldenProblems(judge?.golden),
    ...countProblems(config),
    ...countProblem("concurrency", config.concurrency),
    ...amountProblem("maxCostUsd", config.maxCostUsd, "an amount of dollars above 0"),
    ...amountProblem("cellTimeoutMs", config.cellTimeoutMs, "a number of milliseconds above 0"),
    ...limitProblems(limits),
    ...amountProblem("margin", config.margin, "a difference above 0"),
    ...wholeNumberProblem("seed", config.seed),
    ...resumeProblem(config, use),
  ];
  if (problems.length > 0) throw new BenchmarkConfigError(problems);
}

/** Throws a `BenchmarkConfigError` when what was given in place of a configuration is no object. */
export function checkIsConfig(config: unknown): void {
  if (typeof config === "object" && config !== null && !Array.isArray(config)) return;
  throw new BenchmarkConfigError([
    `The configuration is ${describeValue(config)}: give an object with subjects, tasks and model.`,
  ]);
}

function nameProblem(name: unknown): string[] {
  if (name === undefined || (typeof name === "string" && name.trim() !== "")) return [];
  return [`The name is ${JSON.stringify(name)}; it has to be a text, or be left out.`];
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
    if (!isBlock(subject.sequencer))
      return [`${at} has a sequencer that is ${describeValue(subject.sequencer)}; it has to be a block.`];
    if (typeof subject.mapTask !== "function") return [`${at} has no mapTask function.`];
    const first = subjects.findIndex((each) => each?.name === subject.name);
    return first < index
      ? [`Two subjects are called "${subject.name}": give every subject its own name.`]
      : [];
  });
}

function resumeProblem({ resume, store }: RunBenchmarkConfig, use: "run" | "plan"): string[] {
  if (resume !== undefined && typeof resume !== "boolean")
    return [`resume is ${describeValue(resume)}; it has to be true or false.`];
  if (!resume || use === "plan" || store !== undefined) return [];
  return ["resume has nothing to go on from: give store too, a store or the file of one."];
}

function scorerProblems(scorers: unknown = []): string[] {
  if (!Array.isArray(scorers))
    return [`scorers is ${describeValue(scorers)}; it has to be a list of scorers, or be left out.`];
  try {
    checkScorers(scorers);
    return [];
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    return [error.message];
  }
}

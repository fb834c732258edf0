import type { RunBenchmarkConfig } from "../run-benchmark-config.ts";
import { BenchmarkConfigError } from "./benchmark-config-error.ts";
import { fieldProblems, runFields } from "./config-fields.ts";
import { countProblems } from "./count-problems.ts";
import { describeValue } from "./describe-value.ts";
import { modelIdProblem } from "./model-id-problem.ts";
import { nameProblem } from "./name-problem.ts";
import { optionProblems } from "./option-problems.ts";
import { partProblems } from "./part-problems.ts";
import { subjectProblems } from "./subject-problems.ts";
import { taskProblems } from "./task-problems.ts";
import { booleanProblem, functionProblem, signalProblem } from "./value-problems.ts";

/**
 * Throws a `BenchmarkConfigError` with every mistake, before anything runs. A plan spends nothing, so it may be asked
 * for without the store that a run would go on from.
 */
export function checkConfig(config: RunBenchmarkConfig, use: "run" | "plan" = "run"): void {
  checkIsConfig(config);
  const problems = [
    ...fieldProblems(config, runFields),
    ...subjectProblems(config.subjects),
    ...configProblems(config, use),
    ...countProblems(config),
  ];
  if (problems.length > 0) throw new BenchmarkConfigError(problems);
}

/** What is wrong with a configuration, in sentences, but for its subjects and the names of its fields. */
export function configProblems(
  config: Omit<RunBenchmarkConfig, "subjects">,
  use: "run" | "plan" = "run",
): string[] {
  const { scorers } = config;
  return [
    ...nameProblem(config.name),
    ...taskProblems(config.tasks, Array.isArray(scorers) && scorers.length > 0),
    ...modelIdProblem(config.model),
    ...optionProblems(config),
    ...functionProblem("onEvent", config.onEvent, "that is told what happens"),
    ...functionProblem(
      "onJudgeCheck",
      config.onJudgeCheck,
      "that is told what the check of the judge spends",
    ),
    ...signalProblem("signal", config.signal),
    ...signalProblem("drain", config.drain),
    ...booleanProblem("outputs", config.outputs),
    ...partProblems(config, use),
    ...resumeProblem(config, use),
    ...regradeProblem(config, use),
  ];
}

/** Throws a `BenchmarkConfigError` when what was given in place of a configuration is no object. */
export function checkIsConfig(config: unknown): void {
  if (typeof config === "object" && config !== null && !Array.isArray(config)) return;
  throw new BenchmarkConfigError([
    `The configuration is ${describeValue(config)}: give an object with subjects, tasks and model.`,
  ]);
}

function resumeProblem(
  { resume, store }: Pick<RunBenchmarkConfig, "resume" | "store">,
  use: "run" | "plan",
): string[] {
  const noBoolean = booleanProblem("resume", resume);
  if (noBoolean.length > 0) return noBoolean;
  if (!resume || use === "plan" || store !== undefined) return [];
  return ["resume has nothing to go on from: give store too, a store or the file of one."];
}

function regradeProblem(
  { regrade, store, sharing }: Pick<RunBenchmarkConfig, "regrade" | "store" | "sharing">,
  use: "run" | "plan",
): string[] {
  if (regrade === undefined) return [];
  if (typeof regrade !== "string" || regrade.trim() === "")
    return [`regrade is ${describeValue(regrade)}; it has to be the id of a run, or last.`];
  if (sharing) return ["regrade does not go with sharing: outputs are graded where they are kept."];
  if (use === "plan" || store !== undefined) return [];
  return ["regrade has no run to grade: give store too, the store or the file that holds it."];
}

import type { BenchmarkTask } from "@flow-state-dev/core";
import { findNamedRun, type Run, type RunManifest, type RunStore, shortRunId } from "@flow-state-dev/records";
import { defaultRuns } from "../benchmark-plan.ts";
import { modelsOf } from "../cell/executor-resolvers.ts";
import { BenchmarkConfigError } from "../check/benchmark-config-error.ts";
import { metadataHashOf, promptHashOf, readShownFacts, type ShownFacts } from "../identity/shown-facts.ts";
import { defaultBenchmarkName, type RunBenchmarkConfig } from "../run-benchmark-config.ts";

/** So many names are told of what is missing. */
const shownNames = 5;

/**
 * The run whose outputs are to be graded anew. Throws what `findRun` throws, and a `BenchmarkConfigError` with all that
 * keeps its outputs from standing for those of the configuration: other models, subjects, tasks or prompts, fewer runs.
 */
export async function readGradedRun(
  store: RunStore,
  reference: string,
  config: Pick<RunBenchmarkConfig, "subjects" | "tasks" | "model" | "runs" | "name">,
): Promise<Run> {
  const run = await findGradedRun(store, reference, config.name ?? defaultBenchmarkName);
  const { manifest } = run;
  const name = `Run ${shortRunId(run.id)}`;
  if (manifest.kind !== "compare")
    throw new BenchmarkConfigError([
      `${name} cannot be graded anew: it is one of ${manifest.kind}, not of patterns. For suites the agent replay:${shortRunId(run.id)} does that.`,
    ]);
  const problems = [
    ...subjectProblems(name, run, config),
    ...taskProblems(name, run, config.tasks),
    ...runsProblem(name, run, config.runs ?? defaultRuns),
  ];
  if (problems.length > 0) throw new BenchmarkConfigError(problems);
  return run;
}

/**
 * The run of a reference as `regrade` has it: `last` and `last~1` count only runs of the benchmark that made their
 * outputs themselves, so that they mean the same one however often it is graded. Throws a `BenchmarkConfigError` when
 * there is none, and what `findRun` throws.
 */
export async function findGradedRun(store: RunStore, reference: string, name: string): Promise<Run> {
  const run = await findNamedRun(store, reference.trim(), {
    ...{ kind: "compare", name },
    counts: ({ manifest }) => regradeOf(manifest).regradeOf === undefined,
  });
  if (run !== null) return run;
  throw new BenchmarkConfigError([
    `There is no run ${reference.trim()} of ${name} to grade anew: run it once without regrade.`,
  ]);
}

/** What has to be told of subjects that are not what they were when their outputs were made. */
export function changedSubjects({ id, manifest }: Run, current: RunManifest): string[] {
  const [before, now] = [subjectsOf(manifest), subjectsOf(current)];
  const changed = Object.keys(now).filter((name) => {
    const fingerprint = before[name]?.fingerprint;
    return fingerprint !== undefined && fingerprint !== now[name]?.fingerprint;
  });
  if (changed.length === 0) return [];
  const are = changed.length === 1 ? "is not what it was" : "are not what they were";
  return [
    `${listed(changed)} ${are} in run ${shortRunId(id)}: the outputs are those of then. Run without regrade to see what they do now.`,
  ];
}

/** The run that made the outputs of a run that has only graded them. */
export function regradeOf({ conditions }: RunManifest): { regradeOf?: string } {
  return typeof conditions.regrade === "string" ? { regradeOf: conditions.regrade } : {};
}

/** What a report of outputs that were graded anew has to say first; nothing when the run made its own. */
export function gradedWarning(manifest: RunManifest): string[] {
  const { regradeOf: runId } = regradeOf(manifest);
  if (runId === undefined) return [];
  return [
    `The outputs are those of run ${shortRunId(runId)}, graded anew. $/task, score/$, cost ratios and times are what they took there; only the grading was paid for in this run.`,
  ];
}

type Subjects = Readonly<Record<string, { models?: unknown; fingerprint?: unknown } | undefined>>;

function subjectsOf({ conditions }: RunManifest): Subjects {
  return Object(conditions.subjects) as Subjects;
}

function subjectProblems(
  name: string,
  { manifest }: Run,
  { subjects, model }: Pick<RunBenchmarkConfig, "subjects" | "model">,
): string[] {
  const missing = subjects.filter((each) => !manifest.subjects.includes(each.name)).map((each) => each.name);
  const before = subjectsOf(manifest);
  const others = subjects.filter((subject) => {
    const models = before[subject.name]?.models;
    return Array.isArray(models) && models.join("\n") !== modelsOf(subject, model).join("\n");
  });
  const [other] = others;
  return [
    ...(missing.length > 0 ? [`${name} has no outputs of ${listed(missing)}: leave them out.`] : []),
    ...(other
      ? [
          `${name} ran ${listed(others.map((each) => each.name))} on ${String(before[other.name]?.models)}, not on ${modelsOf(other, model).join(",")}: what one model wrote cannot stand for another. Name the model of that run, or run without regrade.`,
        ]
      : []),
  ];
}

function taskProblems(name: string, { manifest }: Run, tasks: RunBenchmarkConfig["tasks"]): string[] {
  const before = new Map(readShownFacts(manifest).tasks.map((task) => [task.id, task]));
  const missing = tasks.filter(({ id }) => !Object.hasOwn(manifest.tasks, id)).map(({ id }) => id);
  const changed = tasks.filter((task) => isOther(before.get(task.id), task));
  return [
    ...(missing.length > 0
      ? [`${name} has no outputs for ${tasksNamed(missing)}: leave ${them(missing)} out.`]
      : []),
    ...(changed.length > 0
      ? [
          `${name} has outputs for another prompt or other metadata of ${tasksNamed(changed.map(({ id }) => id))}: they answer another question. Leave ${them(changed)} out, or run without regrade.`,
        ]
      : []),
  ];
}

/** Was a subject given something else, as far as that was kept? */
function isOther(
  before: ShownFacts["tasks"][number] | undefined,
  { prompt, metadata }: BenchmarkTask,
): boolean {
  if (before === undefined) return false;
  const was = before.promptHash ?? (before.prompt === undefined ? undefined : promptHashOf(before.prompt));
  if (was !== undefined && was !== promptHashOf(prompt)) return true;
  return before.metadataHash !== undefined && before.metadataHash !== metadataHashOf(metadata);
}

function runsProblem(name: string, { manifest }: Run, runs: number): string[] {
  if (runs <= manifest.runs) return [];
  return [
    `${name} has ${manifest.runs} of the ${runs} runs that are asked for: ask for no more (runs: ${manifest.runs}, or --runs ${manifest.runs}).`,
  ];
}

function tasksNamed(ids: readonly string[]): string {
  return `${ids.length === 1 ? "task" : `${ids.length} tasks:`} ${listed(ids)}`;
}

function them(list: readonly unknown[]): string {
  return list.length === 1 ? "it" : "them";
}

function listed(names: readonly string[]): string {
  const more = names.length - shownNames;
  return more > 0 ? `${names.slice(0, shownNames).join(", ")} and ${more} more` : names.join(", ");
}

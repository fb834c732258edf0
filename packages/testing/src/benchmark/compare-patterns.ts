import {
  type BenchmarkAdapter,
  type BenchmarkRegistry,
  type BenchmarkSubject,
  FlowError,
  fullModelId,
  nearestName,
  toErrorRecord,
  type UsesSlot,
} from "@flow-state-dev/core";
import type { CompleteReport } from "../report/complete-report.ts";
import { shown } from "../scorers/score-result.ts";
import { baselineSubject } from "./baseline-subject.ts";
import { BenchmarkConfigError } from "./check/benchmark-config-error.ts";
import { checkIsConfig, configProblems } from "./check/check-config.ts";
import { comparisonProblems } from "./check/comparison-problems.ts";
import { comparisonFields, fieldProblems } from "./check/config-fields.ts";
import { describeValue } from "./check/describe-value.ts";
import { defaultBaselineName } from "./default-baseline-name.ts";
import { equipped } from "./identity/subject-uses.ts";
import { runBenchmark } from "./run-benchmark.ts";
import type { ComparePatternsConfig, RunBenchmarkConfig } from "./run-benchmark-config.ts";

/** A name that the registry does not have; nothing was run. */
export class UnknownPatternError extends FlowError {
  override readonly name = "UnknownPatternError";

  constructor(unknown: readonly string[], available: readonly string[]) {
    const nearest = unknown.length === 1 ? nearestName(unknown[0]!, [...available]) : undefined;
    const meant = nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
    const names = unknown.map((name) => `"${name}"`).join(", ");
    const has =
      available.length === 0 ? "The registry is empty." : `Available patterns: ${available.join(", ")}.`;
    super(`Unknown pattern${unknown.length === 1 ? "" : "s"} ${names}.${meant} ${has}`, {
      code: "unknown-pattern",
      details: { unknown, available },
    });
  }
}

/** What subjects are built with. */
export interface PatternSubjectsOptions {
  model: string;
  uses?: UsesSlot;
}

/** The subjects behind names, in the order of the names. Throws `UnknownPatternError` naming what there is. */
export function patternSubjects(
  registry: BenchmarkRegistry,
  names: readonly string[],
  { model, uses }: PatternSubjectsOptions,
): BenchmarkSubject[] {
  throwFound(patternProblems(registry, names));
  return names.map((name) => equipped(built(name, registry[name], { model, ...(uses && { uses }) }), uses));
}

/** What is wrong with names and the registry they are looked up in: a sentence, or a name that is not there. */
function patternProblems(registry: unknown, names: unknown): (string | UnknownPatternError)[] {
  const isNames = Array.isArray(names) && Array.from(names).every((name) => typeof name === "string");
  const isRegistry =
    typeof registry === "object" &&
    registry !== null &&
    !Array.isArray(registry) &&
    !(registry instanceof Map);
  if (!isNames || !isRegistry)
    return [
      ...(isNames
        ? []
        : [
            `The patterns are ${names === undefined ? "missing" : shown(names)}; they have to be a list of names, such as ["supervisor"].`,
          ]),
      ...(isRegistry
        ? []
        : [
            `The registry is ${describeValue(registry)}; it has to be an object of adapters by name, such as defaultBenchmarkRegistry from @flow-state-dev/patterns.`,
          ]),
    ];
  const unknown = names.filter((name) => !Object.hasOwn(registry, name));
  return unknown.length > 0 ? [new UnknownPatternError(unknown, Object.keys(registry))] : [];
}

/** Throws all mistakes as one; a name that is not there as it is, when it is the only one. */
function throwFound(found: readonly (string | UnknownPatternError)[]): void {
  const [only] = found;
  if (only === undefined) return;
  if (found.length === 1 && only instanceof UnknownPatternError) throw only;
  throw new BenchmarkConfigError(found.map((each) => (typeof each === "string" ? each : each.message)));
}

function built(
  name: string,
  adapter: BenchmarkAdapter | undefined,
  options: PatternSubjectsOptions,
): BenchmarkSubject {
  const at = `The adapter of the pattern "${name}"`;
  if (typeof adapter?.build !== "function") {
    throw new BenchmarkConfigError([
      `${at} has no build function: give it one that returns a subject, such as build: ({ model }) => ({ … }).`,
    ]);
  }
  const subject = calledBuild(at, adapter, options);
  const isPromise = subject instanceof Promise;
  if (typeof subject === "object" && subject !== null && !isPromise) return subject as BenchmarkSubject;
  if (isPromise) subject.catch(() => {});
  throw new BenchmarkConfigError([
    `${at} built ${describeValue(subject)}; build has to return a subject itself, with name, kind, sequencer and mapTask.`,
  ]);
}

function calledBuild(at: string, adapter: BenchmarkAdapter, options: PatternSubjectsOptions): unknown {
  try {
    return adapter.build(options);
  } catch (error) {
    const said = toErrorRecord(error).message.replace(/\.$/, "");
    throw new BenchmarkConfigError([`${at} could not build its subject: ${said}.`], error);
  }
}

/**
 * One baseline for the run's model, and one for each further model: `single-generator`, and `pure-` with the last part
 * of the id, or all of it where two would be called the same.
 */
export function baselineSubjects(
  models: readonly string[],
  { model, uses }: PatternSubjectsOptions,
): BenchmarkSubject[] {
  const run = fullModelId(model);
  const others = [...new Map(models.map((id) => [fullModelId(id), id])).entries()].filter(
    ([full]) => full !== run,
  );
  const lastOf = (full: string) => full.split("/").at(-1)!;
  const subject = (id: string, name: string) => baselineSubject({ model: id, name, ...(uses && { uses }) });
  return [
    subject(model, defaultBaselineName),
    ...others.map(([full, id]) => {
      const alone = others.filter(([other]) => lastOf(other) === lastOf(full)).length === 1;
      return subject(id, `pure-${alone ? lastOf(full) : full}`);
    }),
  ];
}

/**
 * Resolves names against the registry, appends the single-generator baseline (unless `baseline: false`), and runs.
 * Rejects with all mistakes at once before a subject is built; those of the subjects are told by `runBenchmark`.
 * The registry is an argument so that this package never imports the patterns.
 */
export async function comparePatterns(
  registry: BenchmarkRegistry,
  names: string[],
  config: ComparePatternsConfig,
): Promise<CompleteReport> {
  checkIsConfig(config);
  throwFound([
    ...fieldProblems(config, comparisonFields),
    ...ownSubjectsProblem(config),
    ...patternProblems(registry, names),
    ...comparisonProblems(config),
    ...configProblems(config),
  ]);
  const { baseline = true, baselineModels = [], uses, ...rest } = config;
  const options = { model: config.model, ...(uses && { uses }) };
  const patterns = patternSubjects(registry, names, options);
  const baselines = baseline ? baselineSubjects(baselineModels, options) : [];
  return runBenchmark({ ...rest, subjects: [...patterns, ...baselines] });
}

/** Its type leaves them out, but a configuration that was made for `runBenchmark` has them. */
function ownSubjectsProblem(config: Partial<RunBenchmarkConfig>): string[] {
  return config.subjects === undefined
    ? []
    : [
        "comparePatterns takes no subjects, so those given would not run: name patterns of the registry, or give your subjects to runBenchmark.",
      ];
}

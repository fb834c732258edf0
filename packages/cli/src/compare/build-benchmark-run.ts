import type { BenchmarkSubject } from "@flow-state-dev/core";
import {
  BenchmarkConfigError,
  type BenchmarkDefinition,
  baselineSubjects,
  patternSubjects,
  type RunBenchmarkConfig,
} from "@flow-state-dev/testing";
import { sweepLimitsOf } from "../machines/provider-limits.ts";
import type { CompareFlags } from "./compare-flags.ts";

/**
 * What is to be run, from a definition and flags; flags come first. Pure. Throws `BenchmarkConfigError` or
 * `UnknownPatternError` when they make no sense together.
 */
export function buildBenchmarkRun(definition: BenchmarkDefinition, flags: CompareFlags): RunBenchmarkConfig {
  if (flags.baseline === false && flags.baselineModel) {
    throw new BenchmarkConfigError([
      "--no-baseline and --baseline-model contradict each other: leave one out.",
    ]);
  }
  const model = modelOf(definition, flags);
  const judgeModel = flags.judgeModel ?? definition.judgeModel;
  const runs = flags.runs ?? definition.runs;
  const concurrency = flags.concurrency ?? definition.concurrency;
  const maxCostUsd = flags.maxCost ?? definition.maxCostUsd;
  const judge = judgeOf(definition, flags);
  const { name, scorers, cellTimeoutMs, modelResolver, judgeResolver, margin } = definition;
  const { prices, cache, seed } = definition;
  const limits = limitsOf(definition, flags);
  return {
    name: name ?? "benchmark",
    subjects: subjectsOf(definition, flags, model),
    tasks: tasksOf(definition, flags),
    model,
    ...(judgeModel !== undefined && { judgeModel }),
    ...(scorers && { scorers }),
    ...(runs !== undefined && { runs }),
    ...(concurrency !== undefined && { concurrency }),
    ...(maxCostUsd !== undefined && { maxCostUsd }),
    ...(cellTimeoutMs !== undefined && { cellTimeoutMs }),
    ...(judge && { judge }),
    ...(modelResolver && { modelResolver }),
    ...(judgeResolver && { judgeResolver }),
    ...(margin !== undefined && { margin }),
    ...(flags.regrade !== undefined && { regrade: flags.regrade }),
    ...(prices && { prices }),
    ...(cache && { cache }),
    ...(seed !== undefined && { seed }),
    ...(limits && { limits }),
  };
}

/** A definition may leave its model to the command line. */
function modelOf({ name, model }: BenchmarkDefinition, flags: CompareFlags): string {
  const chosen: string | undefined = flags.model ?? model;
  if (chosen !== undefined && chosen.trim() !== "") return chosen;
  throw new BenchmarkConfigError([
    `The benchmark "${name}" has no model: give it one, or name one with --model.`,
  ]);
}

/** A limit of a provider that is given on the command line leaves those beside it as they are. */
function limitsOf({ limits }: BenchmarkDefinition, flags: CompareFlags): RunBenchmarkConfig["limits"] {
  const { limits: asked } = sweepLimitsOf(flags);
  if (!limits || !asked) return asked ?? limits;
  const providers = { ...limits.providers };
  for (const [name, own] of Object.entries(asked.providers ?? {}))
    providers[name] = { ...providers[name], ...own };
  return { ...limits, ...asked, ...(Object.keys(providers).length > 0 && { providers }) };
}

/** A judge that is named on the command line judges alone, in place of a panel. */
function judgeOf({ judge }: BenchmarkDefinition, { judgeModel }: CompareFlags) {
  if (!judge?.panel || judgeModel === undefined) return judge;
  const { panel: _panel, ...alone } = judge;
  return alone;
}

function tasksOf({ tasks }: BenchmarkDefinition, { category }: CompareFlags) {
  if (category === undefined) return tasks;
  const chosen = tasks.filter((task) => task.category === category);
  if (chosen.length > 0) return chosen;
  const there = [...new Set(tasks.map((task) => task.category))].join(", ");
  throw new BenchmarkConfigError([`No task has the category "${category}". There are: ${there}.`]);
}

function subjectsOf(definition: BenchmarkDefinition, flags: CompareFlags, model: string): BenchmarkSubject[] {
  const { uses } = definition;
  const options = { model, ...(uses && { uses }) };
  const chosen = definition.subjects
    ? ownSubjects({ ...definition, subjects: definition.subjects }, flags, options)
    : patternsOf(definition, flags, options);
  if (!(flags.baseline ?? definition.baseline ?? true) && !flags.baselineModel) return chosen;
  const models = [...(definition.baselineModels ?? []), ...(flags.baselineModel ?? [])];
  const there = new Set(chosen.filter(({ kind }) => kind === "baseline").map(({ name }) => name));
  return [...chosen, ...baselineSubjects(models, options).filter(({ name }) => !there.has(name))];
}

/**
 * Subjects of its own, then the patterns it names. `--patterns` chooses among the former, and whatever else the
 * registry has. Subjects on the definition's model follow `--model`.
 */
function ownSubjects(
  definition: BenchmarkDefinition & { subjects: readonly BenchmarkSubject[] },
  flags: CompareFlags,
  options: SubjectOptions,
): BenchmarkSubject[] {
  const { registry, patterns = [] } = definition;
  const subjects = definition.subjects.map((subject) =>
    subject.model === definition.model ? { ...subject, model: options.model } : subject,
  );
  if (!flags.patterns)
    return patterns.length === 0 ? subjects : [...subjects, ...patternsOf(definition, flags, options)];
  return flags.patterns.flatMap((name) => {
    const own = subjects.find((each) => each.name === name);
    if (own) return own;
    if (registry && Object.hasOwn(registry, name)) return patternSubjects(registry, [name], options);
    const names = [...subjects.map((each) => each.name), ...Object.keys(registry ?? {})].join(", ");
    throw new BenchmarkConfigError([`There is no subject "${name}". There are: ${names}.`]);
  });
}

type SubjectOptions = Parameters<typeof patternSubjects>[2] & { model: string };

/** Which patterns comes first: without any there is nothing to look up. */
function patternsOf(
  definition: BenchmarkDefinition,
  flags: CompareFlags,
  options: SubjectOptions,
): BenchmarkSubject[] {
  const names = namesOf(definition, flags);
  return patternSubjects(registryOf(definition, flags), names, options);
}

function registryOf({ registry, name }: BenchmarkDefinition, { patterns }: CompareFlags) {
  if (registry) return registry;
  const wanted = patterns ? "--patterns needs" : `The benchmark "${name}" names patterns, which need`;
  throw new BenchmarkConfigError([
    `${wanted} a registry to look them up in: add registry: defaultBenchmarkRegistry from @flow-state-dev/patterns.`,
  ]);
}

function namesOf({ patterns, name }: BenchmarkDefinition, flags: CompareFlags): readonly string[] {
  const names = flags.patterns ?? patterns;
  if (names && names.length > 0) return names;
  throw new BenchmarkConfigError([
    `The benchmark "${name}" has neither subjects nor patterns: give it subjects, or patterns and a registry to look them up in.`,
  ]);
}

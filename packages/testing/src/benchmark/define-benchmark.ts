import { baselineModelsProblem } from "./baseline-models-problem.ts";
import { BenchmarkConfigError } from "./benchmark-config-error.ts";
import type { BenchmarkDefinition } from "./benchmark-definition.ts";
import { definitionFields, fieldProblems, judgeFieldProblems } from "./config-fields.ts";

/**
 * Validates and returns a benchmark definition. Identity at runtime; throws a `BenchmarkConfigError` if the task suite
 * is empty, if the name, the patterns or the subjects are of a kind that nothing could be made of, if there are
 * baselineModels and no baseline, or if a field is spelt nearly like one that there is.
 */
export function defineBenchmark(def: BenchmarkDefinition): BenchmarkDefinition {
  const problems = definitionProblems(Object(def) as Partial<Record<keyof BenchmarkDefinition, unknown>>);
  if (problems.length > 0) throw new BenchmarkConfigError(problems);
  return def;
}

function definitionProblems(def: Partial<Record<keyof BenchmarkDefinition, unknown>>): string[] {
  const { name, tasks, patterns, subjects, registry, judge } = def;
  const named = typeof name === "string" && name.trim() !== "";
  const at = named ? `The benchmark ${name}` : "The benchmark";
  const problems: string[] = [];
  if (!named) {
    const has = name === undefined ? "has no name" : `has the name ${JSON.stringify(name)}`;
    problems.push(`${at} ${has}: give it a text under which its runs are kept.`);
  }
  if (!Array.isArray(tasks) || tasks.length === 0)
    problems.push(`${at} has an empty task suite: give it at least one task.`);
  if (patterns !== undefined && !isListOf(patterns, "string"))
    problems.push(
      `${at} has the patterns ${JSON.stringify(patterns)}: give a list of names, such as ["supervisor"].`,
    );
  if (subjects !== undefined && !isListOf(subjects, "object"))
    problems.push(`${at} has subjects that are no list of subjects.`);
  if (registry !== undefined && (typeof registry !== "object" || registry === null))
    problems.push(`${at} has a registry that is no object of adapters by name.`);
  return [
    ...problems,
    ...baselineModelsProblem(def),
    ...fieldProblems(def, definitionFields),
    ...judgeFieldProblems(judge),
  ];
}

function isListOf(value: unknown, type: "string" | "object"): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === type && each !== null);
}

import { isListOf, isObject, isText } from "../report/is-list-of.ts";
import { shown } from "../scorers/score-result.ts";
import type { BenchmarkDefinition } from "./benchmark-definition.ts";
import { BenchmarkConfigError } from "./check/benchmark-config-error.ts";
import { comparisonProblems } from "./check/comparison-problems.ts";
import { definitionFields, fieldProblems } from "./check/config-fields.ts";
import { describeValue } from "./check/describe-value.ts";
import { modelIdProblem } from "./check/model-id-problem.ts";
import { optionProblems } from "./check/option-problems.ts";

/**
 * Validates and returns a benchmark definition. Identity at runtime; throws a `BenchmarkConfigError` if the task suite
 * is empty, if any field is of a kind that nothing could be made of, if there are baselineModels and no baseline, or if
 * a field is spelt nearly like one that there is. A model may still be missing: the command line can name it.
 */
export function defineBenchmark(def: BenchmarkDefinition): BenchmarkDefinition {
  const problems = definitionProblems(Object(def) as Partial<Record<keyof BenchmarkDefinition, unknown>>);
  if (problems.length > 0) throw new BenchmarkConfigError(problems);
  return def;
}

function definitionProblems(def: Partial<Record<keyof BenchmarkDefinition, unknown>>): string[] {
  const { name, tasks, patterns, subjects, registry, model } = def;
  const named = typeof name === "string" && name.trim() !== "";
  const at = named ? `The benchmark ${name}` : "The benchmark";
  const problems: string[] = [];
  if (!named) {
    const has = name === undefined ? "has no name" : `has the name ${describeValue(name)}`;
    problems.push(`${at} ${has}: give it a text under which its runs are kept.`);
  }
  if (tasks !== undefined && !Array.isArray(tasks))
    problems.push(`${at} has tasks that are ${describeValue(tasks)}: give a list of tasks.`);
  else if (tasks === undefined || tasks.length === 0)
    problems.push(`${at} has an empty task suite: give it at least one task.`);
  if (patterns !== undefined && !isListOf(patterns, isText))
    problems.push(`${at} has the patterns ${shown(patterns)}: give a list of names, such as ["supervisor"].`);
  if (subjects !== undefined && !isListOf(subjects, isObject))
    problems.push(`${at} has subjects that are no list of subjects.`);
  if (
    registry !== undefined &&
    (typeof registry !== "object" || registry === null || Array.isArray(registry))
  )
    problems.push(`${at} has a registry that is no object of adapters by name.`);
  return [
    ...problems,
    ...(model === undefined ? [] : modelIdProblem(model)),
    ...comparisonProblems(def),
    ...fieldProblems(def, definitionFields),
    ...optionProblems(def as BenchmarkDefinition),
  ];
}

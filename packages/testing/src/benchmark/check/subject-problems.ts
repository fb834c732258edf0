import { isBlock } from "@flow-state-dev/core";
import { describeValue } from "./describe-value.ts";

/** What is wrong with the subjects of a benchmark, in sentences: of each the first mistake. */
export function subjectProblems(subjects: unknown): string[] {
  if (subjects !== undefined && !Array.isArray(subjects))
    return [`subjects is ${describeValue(subjects)}; it has to be a list of subjects.`];
  if (subjects === undefined || subjects.length === 0)
    return ["There is no subject to run: give at least one."];
  return subjects.flatMap((subject, index) => {
    const name: unknown = subject?.name;
    if (typeof name !== "string" || name.trim() === "") return [`Subject ${index + 1} has no name.`];
    // As in ids of tasks.
    if (name.includes("\0"))
      return [`The name of subject ${index + 1} has a NUL character in it: take it out.`];
    const first = subjects.findIndex((each) => each?.name === name);
    const problem =
      problemOf(subject) ??
      (first < index ? `Two subjects are called "${name}": give every subject its own name.` : null);
    return problem === null ? [] : [problem];
  });
}

function problemOf({ name, kind, sequencer, mapTask, model, models, calls }: Record<string, unknown>) {
  const at = `The subject "${String(name)}"`;
  if (kind !== "pattern" && kind !== "baseline")
    return `${at} has the kind ${describeValue(kind)}; it has to be "pattern" or "baseline".`;
  if (sequencer === undefined) return `${at} has no sequencer.`;
  if (!isBlock(sequencer))
    return `${at} has a sequencer that is ${describeValue(sequencer)}; it has to be a block.`;
  if (typeof mapTask !== "function") return `${at} has no mapTask function.`;
  if (model !== undefined && !isId(model))
    return `${at} has a model that is ${describeValue(model)}; it has to be the id of a model, or be left out.`;
  if (models !== undefined && !(Array.isArray(models) && Array.from(models).every(isId)))
    return `${at} has models that are ${describeValue(models)}; they have to be a list of ids of models, or be left out.`;
  if (calls !== undefined && !isCalls(calls))
    return `${at} has calls that are ${describeValue(calls)}; give the fewest and the most of a cell, such as { min: 1, max: 3 }, or leave them out.`;
  return null;
}

function isId(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function isCalls(value: unknown): boolean {
  const { min, max } = (value ?? {}) as { min?: unknown; max?: unknown };
  return Number.isFinite(min) && Number.isFinite(max) && (min as number) >= 0;
}

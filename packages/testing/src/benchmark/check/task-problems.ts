import type { BenchmarkTask } from "@flow-state-dev/core";
import { shown } from "../../scorers/score-result.ts";
import { describeValue } from "./describe-value.ts";
import { gapProblem } from "./value-problems.ts";

/**
 * What is wrong with the tasks of a benchmark, in sentences. `scored`: there are scorers, so that a rubric may be
 * empty.
 */
export function taskProblems(tasks: readonly BenchmarkTask[], scored: boolean): string[] {
  if (tasks !== undefined && !Array.isArray(tasks))
    return [`tasks is ${describeValue(tasks)}; it has to be a list of tasks.`];
  if (tasks === undefined || tasks.length === 0) return ["There is no task to run: give at least one."];
  const seen = new Set<string>();
  return tasks.flatMap((task, index) => {
    if (typeof task?.id !== "string" || task.id.trim() === "") return [`Task ${index + 1} has no id.`];
    // Node 22 cuts a text that it reads from SQLite at this character: the results would not be found again.
    if (task.id.includes("\0"))
      return [`The id of task ${index + 1} has a NUL character in it: take it out.`];
    const at = `The task "${task.id}"`;
    const problems: string[] = [];
    if (seen.has(task.id)) problems.push(`Two tasks have the id "${task.id}": give every task its own.`);
    seen.add(task.id);
    if (typeof task.prompt !== "string" || task.prompt.trim() === "") problems.push(`${at} has no prompt.`);
    if (typeof task.category !== "string" || task.category.trim() === "")
      problems.push(`${at} has no category.`);
    if (task.category === "overall")
      problems.push(
        `${at} has the category "overall", which stands for all categories: choose another word.`,
      );
    const { family } = task as { family?: unknown };
    if (family !== undefined && (typeof family !== "string" || family.trim() === ""))
      problems.push(
        `${at} has a family that is ${describeValue(family)}; it has to be a text, or be left out.`,
      );
    const { metadata } = task as { metadata?: unknown };
    if (
      metadata !== undefined &&
      (typeof metadata !== "object" || metadata === null || Array.isArray(metadata))
    )
      problems.push(
        `${at} has metadata that is ${describeValue(metadata)}; it has to be an object, or be left out.`,
      );
    return [...problems, ...rubricProblems(task, at, scored)];
  });
}

function rubricProblems({ id, rubric }: BenchmarkTask, at: string, scored: boolean): string[] {
  if (rubric === undefined || rubric === null) return [`${at} has no rubric: give a list of criteria.`];
  if (!Array.isArray(rubric))
    return [
      `${at} has a rubric that is ${describeValue(rubric)}; it has to be a list of criteria, such as ["Names the year"].`,
    ];
  if (rubric.length === 0 && !scored)
    return [
      `${at} has an empty rubric and there are no scorers, so nothing could score it: give it a criterion.`,
    ];
  const problems = rubric.flatMap((criterion: unknown, index) => {
    const problem = criterionProblem(criterion);
    return problem === undefined
      ? []
      : [`Criterion ${index + 1} in the rubric of the task "${id}" is ${problem}`];
  });
  return [...gapProblem(`The rubric of the task "${id}"`, rubric), ...problems];
}

/**
 * What a criterion is in place of one, to be said after `is`. A judge of one's own may weigh criteria, a benchmark
 * does not.
 */
function criterionProblem(criterion: unknown): string | undefined {
  if (typeof criterion === "string")
    return criterion.trim() === "" ? "empty: say what it asks for, or take it out." : undefined;
  const { text } = Object(criterion) as { text?: unknown };
  return typeof text === "string" && text.trim() !== ""
    ? `an object with a text; the criteria of a benchmark are plain texts that all count the same: write ${shown(text)}.`
    : `${describeValue(criterion)}; it has to be a text, such as "Names the year".`;
}

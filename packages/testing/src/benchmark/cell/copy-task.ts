import { type BenchmarkTask, copyValue } from "@flow-state-dev/core";

/** A task that whoever is given it may change: nobody else sees that. */
export function copyTask<T extends BenchmarkTask>(task: T): T {
  const { id, category, prompt, rubric, expected, metadata, family } = task;
  // Named, because an object of a class may have them from there.
  const copy = {
    ...{ ...task, id, category, prompt, rubric },
    ...(expected !== undefined && { expected }),
    ...(metadata !== undefined && { metadata }),
    ...(family !== undefined && { family }),
  };
  for (const key of Object.keys(copy) as (keyof T)[]) copy[key] = copyValue(copy[key]);
  return copy;
}

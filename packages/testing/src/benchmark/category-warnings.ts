import { type BenchmarkTask, nearestName } from "@flow-state-dev/core";

const known = ["reasoning", "multi-step-research", "critique-revision", "tool-use"];

/**
 * Any word may be a category. One that is nearly one of the four is rarely meant, and would get a column of its own.
 */
export function categoryWarnings(tasks: readonly BenchmarkTask[]): string[] {
  const counts = new Map<string, number>();
  for (const { category } of tasks) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts].flatMap(([category, count]) => {
    const meant = known.includes(category) ? undefined : nearestName(category, known);
    if (meant === undefined) return [];
    const whose = count === 1 ? "1 task has" : `${count} tasks have`;
    return [
      `${whose} the category ${JSON.stringify(category)}, which counts by itself. Was "${meant}" meant?`,
    ];
  });
}

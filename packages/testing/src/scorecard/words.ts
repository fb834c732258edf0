import { formatCount } from "./format-number.ts";

/** `1 task`, `24 tasks`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `24 tasks`, or `24 tasks in 6 families` where some of them are siblings. */
export function countedTasks(tasks: number, families: number | undefined): string {
  const all = counted(tasks, "task");
  return families === undefined ? all : `${all} in ${counted(families, "family", "families")}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? "";
  return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

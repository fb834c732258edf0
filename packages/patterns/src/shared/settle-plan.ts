import type { Plan, PlannedTask } from "./plan.ts";

/**
 * The tasks of a plan in an order in which they can be done: each needs only tasks before it. Whatever a planner gave,
 * there is at least one task and at most `maxTasks`: blank tasks are left out, ids made unique, needs that nobody
 * fills dropped, and a circle is opened at its first task. With nothing left the goal itself is the one task.
 */
export function settlePlan(plan: Plan, goal: string, maxTasks: number): PlannedTask[] {
  const tasks = withUniqueIds(plan.tasks.filter((task) => task.goal.trim() !== "").slice(0, maxTasks));
  if (tasks.length === 0) return [{ id: "1", goal, context: null, deps: [] }];
  return inOrder(withKnownNeeds(tasks));
}

function withUniqueIds(tasks: readonly PlannedTask[]): PlannedTask[] {
  const taken = new Set<string>();
  return tasks.map((task) => {
    let id = task.id;
    for (let number = 2; taken.has(id); number++) id = `${task.id}-${number}`;
    taken.add(id);
    return { ...task, id };
  });
}

function withKnownNeeds(tasks: readonly PlannedTask[]): PlannedTask[] {
  const known = new Set(tasks.map((task) => task.id));
  return tasks.map((task) => {
    const deps = [...new Set(task.deps)].filter((id) => known.has(id) && id !== task.id);
    return { ...task, deps };
  });
}

function inOrder(tasks: readonly PlannedTask[]): PlannedTask[] {
  const left = [...tasks];
  const placed: PlannedTask[] = [];
  const isPlaced = (id: string) => placed.some((task) => task.id === id);
  while (left.length > 0) {
    const ready = left.findIndex((task) => task.deps.every(isPlaced));
    // Where none is ready there is a circle; its first task goes ahead without what it waits for.
    const [task] = left.splice(Math.max(ready, 0), 1);
    placed.push({ ...task!, deps: task!.deps.filter(isPlaced) });
  }
  return placed;
}

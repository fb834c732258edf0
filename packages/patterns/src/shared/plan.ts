import { z } from "zod";

/** One piece of work, as a planner gives it. */
export interface PlannedTask {
  /** Unique in its plan. */
  id: string;
  goal: string;
  /** What else whoever does it should know; null when nothing. */
  context: string | null;
  /** Ids of the tasks whose results it needs. */
  deps: readonly string[];
}

/** A planner's answer. */
export interface Plan {
  tasks: readonly PlannedTask[];
}

/** The form a planner answers in. */
export function planSchema(maxTasks: number) {
  const task = z.object({
    id: z.string().describe("Short, unique among the tasks"),
    goal: z.string().describe("What to do, complete in itself"),
    context: z.string().nullable().describe("What else to know for it; null when nothing"),
    deps: z.array(z.string()).describe("Ids of the tasks whose results this one needs"),
  });
  return z.object({ tasks: z.array(task).max(maxTasks) });
}

/**
 * A plan out of an answer that does not quite fit: fields left out are filled, tasks without a goal and those past
 * the limit are dropped. Undefined when there is no list of tasks in it.
 */
export function mendPlan(candidate: unknown, maxTasks: number): Plan | undefined {
  const list = Array.isArray(candidate) ? candidate : (candidate as { tasks?: unknown } | null)?.tasks;
  if (!Array.isArray(list)) return undefined;
  return { tasks: list.flatMap(mendTask).slice(0, maxTasks) };
}

function mendTask(candidate: unknown, at: number): PlannedTask[] {
  const given: Record<string, unknown> =
    typeof candidate === "object" && candidate !== null ? { ...candidate } : { goal: candidate };
  if (typeof given.goal !== "string") return [];
  const { goal, id, context, deps } = given;
  return [
    {
      id: isName(id) ? String(id) : String(at + 1),
      goal,
      context: typeof context === "string" ? context : null,
      deps: Array.isArray(deps) ? deps.filter(isName).map(String) : [],
    },
  ];
}

function isName(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

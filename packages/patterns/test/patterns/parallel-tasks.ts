import { parallelTasksBenchmarkAdapter } from "../../src/parallel-tasks/adapter.ts";
import type { PatternDescription } from "../conformance/pattern-description.ts";
import { oddPlans, ownTask, planned, plans, unrelated, workOn } from "./plans.ts";

/** Plan, everything at once, answer. */
export const parallelTasksDescription: PatternDescription = {
  adapter: parallelTasksBenchmarkAdapter,
  roles: { planner: "decides", worker: "works", synthesizer: "answers" },
  hidden: ["parallel-tasks", "planner", "worker", "parallel"],
  courses: {
    "one task": { say: plans(unrelated(1)), reaches: "min" },
    "five tasks": { say: plans(unrelated(5)), reaches: "max" },
    "tasks with context and needs": {
      say: plans({ tasks: [planned("a", [], "Mind the gap"), planned("b", ["a"])] }),
      flows: (calls) => [{ what: "the context", said: "Mind the gap", to: workOn(calls, "a")[0]! }],
    },
  },
  copesWith: { planner: oddPlans },
  canLose: (call) => ownTask(call) === "Do part p1 of it",
};

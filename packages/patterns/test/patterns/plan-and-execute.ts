import { planAndExecuteBenchmarkAdapter } from "../../src/plan-and-execute/adapter.ts";
import { callsOf, type PatternDescription } from "../conformance/pattern-description.ts";
import { allBefore } from "./all-before.ts";
import { oddPlans, ownTask, planned, plans, unrelated, workOn } from "./plans.ts";

/** Plan, step after step, answer. */
export const planAndExecuteDescription: PatternDescription = {
  adapter: planAndExecuteBenchmarkAdapter,
  roles: { planner: "decides", worker: "works", synthesizer: "answers" },
  hidden: ["plan-and-execute", "planner", "worker", "execute"],
  courses: {
    "one step": { say: plans(unrelated(1)), reaches: "min" },
    "five steps": {
      say: plans(unrelated(5)),
      reaches: "max",
      flows: (calls) => allBefore(callsOf(calls, "worker")),
    },
    "steps in another order": {
      say: plans({ tasks: [planned("late", ["early"], "Mind the gap"), planned("early")] }),
      flows: (calls) => {
        const [late] = workOn(calls, "late");
        const [early] = workOn(calls, "early");
        return [
          { what: "early for late", said: early!.answer, to: late! },
          { what: "the context", said: "Mind the gap", to: late! },
        ];
      },
    },
  },
  copesWith: { planner: oddPlans },
  canLose: (call) => ownTask(call) === "Do part p1 of it",
};

import { supervisorBenchmarkAdapter } from "../../src/supervisor/adapter.ts";
import { callsOf, type Flow, type PatternDescription } from "../conformance/pattern-description.ts";
import type { Behaviour, SeenCall } from "../conformance/recording-model.ts";
import { oddPlans, ownTask, planned, plans, unrelated, workOn } from "./plans.ts";

const approve = { feedback: "", decision: "approve" };
const approving: Behaviour = (call) => (call.block.endsWith("-reviewer") ? approve : undefined);

/** Sends back every result until the reviewer has seen it this often. */
function sendingBack(times: number, decision = "needs-revision"): Behaviour {
  return (call, before) => {
    if (!call.block.endsWith("-reviewer")) return undefined;
    const seen = before.filter((each) => each.block === call.block && taskOf(each) === taskOf(call)).length;
    return seen >= times
      ? approve
      : { feedback: `Mend the ${seen + 1}th fault of ${taskOf(call)}`, decision };
  };
}

function taskOf({ text }: SeenCall): string {
  return /<task-under-review>\n([\s\S]*?)\n<\/task-under-review>/.exec(text)?.[1] ?? "";
}

/** Every attempt after the first is told the one before it and what was said of it. */
function retries(calls: readonly SeenCall[]): Flow[] {
  const reviews = callsOf(calls, "reviewer");
  return callsOf(calls, "worker").flatMap((to) => {
    const task = ownTask(to);
    const earlier = callsOf(calls, "worker").filter((each) => each.at < to.at && ownTask(each) === task);
    const last = earlier.at(-1);
    if (!last) return [];
    const review = reviews.find((each) => each.text.includes(last.answer))!;
    return [
      { what: "the attempt before", said: last.answer, to },
      { what: "what was said of it", said: JSON.parse(review.answer).feedback, to },
    ];
  });
}

const gap = "Mind the gap";

/** Every result is reviewed, with its task and with all that the worker had to go by. */
function reviewed(calls: readonly SeenCall[]): Flow[] {
  const workers = callsOf(calls, "worker");
  return workers.flatMap((work) => {
    const to = callsOf(calls, "reviewer").find((each) => each.at > work.at && reviews(each, work))!;
    const needed = workers.filter(
      (each) => ownTask(each) !== ownTask(work) && work.text.includes(each.answer),
    );
    return [
      { what: "the result", said: work.answer, to },
      { what: "the task", said: ownTask(work)!, to },
      ...needed.map(({ answer }) => ({ what: "a result that the task needs", said: answer, to })),
      ...(work.text.includes(gap) ? [{ what: "the context", said: gap, to }] : []),
    ];
  });
}

function reviews({ text }: SeenCall, { answer }: SeenCall): boolean {
  return text.includes(`<worker-output>\n${answer}\n</worker-output>`);
}

/** Attempts that another attempt took the place of. */
function replaced(calls: readonly SeenCall[]): string[] {
  const work = callsOf(calls, "worker");
  return work
    .filter((each) => work.some((later) => later.at > each.at && ownTask(later) === ownTask(each)))
    .map((each) => each.answer);
}

const building = { tasks: [planned("c", ["a", "b"]), planned("a"), planned("b", ["a"], gap)] };

/** Plan, work, review, work again, answer. */
export const supervisorDescription: PatternDescription = {
  adapter: supervisorBenchmarkAdapter,
  roles: { planner: "decides", worker: "works", reviewer: "decides", synthesizer: "answers" },
  hidden: ["supervisor", "planner", "worker", "reviewer", "supervis", "Mend the"],
  courses: {
    "one task, approved": { say: plans(unrelated(1), approving), reaches: "min", flows: reviewed },
    "five tasks, never approved": {
      say: plans(unrelated(5), sendingBack(99, "reject")),
      reaches: "max",
      flows: retries,
      replaced,
    },
    "tasks that build on each other": {
      say: plans(building, approving),
      flows: (calls) => {
        const [a] = workOn(calls, "a");
        const [b] = workOn(calls, "b");
        const [c] = workOn(calls, "c");
        return [
          { what: "a for b", said: a!.answer, to: b! },
          { what: "a for c", said: a!.answer, to: c! },
          { what: "b for c", said: b!.answer, to: c! },
          { what: "the context of b", said: gap, to: b! },
          ...reviewed(calls),
        ];
      },
    },
    "tasks that are sent back once": {
      say: plans(building, sendingBack(1)),
      flows: (calls) => [...retries(calls), ...reviewed(calls)],
      replaced,
    },
  },
  copesWith: {
    planner: oddPlans,
    reviewer: [
      { decision: "approve" },
      { decision: "reject", feedback: null },
      { feedback: 5, decision: "reject" },
    ],
  },
  canLose: (call) => ownTask(call) === "Do part p1 of it",
};

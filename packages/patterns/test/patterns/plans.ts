import type { Behaviour, SeenCall } from "../conformance/recording-model.ts";

/** A task of a plan, as a planner says it. */
export function planned(id: string, deps: string[] = [], context: string | null = null) {
  return { id, goal: `Do part ${id} of it`, context, deps };
}

/** As many tasks, none of which needs another. */
export function unrelated(count: number) {
  return { tasks: Array.from({ length: count }, (_, at) => planned(`p${at + 1}`)) };
}

/** A planner that says this, and whatever the others say. */
export function plans(plan: object, others: Behaviour = () => undefined): Behaviour {
  return (call, before) => (call.block.endsWith("-planner") ? plan : others(call, before));
}

/** Answers of the workers on one task. */
export function workOn(calls: readonly SeenCall[], id: string): SeenCall[] {
  return calls.filter((call) => call.block.endsWith("-worker") && ownTask(call) === `Do part ${id} of it`);
}

/** What a worker is asked to do. */
export function ownTask({ text }: SeenCall): string | undefined {
  return /<your-task>\n([\s\S]*?)\n<\/your-task>/.exec(text)?.[1];
}

/** Plans that no careful planner would give. */
export const oddPlans: object[] = [
  { tasks: [] },
  { tasks: [planned("only")] },
  unrelated(9),
  { tasks: [planned("a", ["b"]), planned("b", ["c"]), planned("c", ["a"])] },
  { tasks: [planned("a", ["a"])] },
  { tasks: [planned("a", ["nobody", "b"]), planned("b")] },
  { tasks: [planned("a"), planned("a"), planned("b", ["a", "a"])] },
  { tasks: [{ ...planned("a"), goal: "   " }, planned("b", ["a"])] },
  { tasks: [{ goal: "Only a goal" }, { id: 7, goal: "A number for a name", deps: [7, "x"], title: "More" }] },
  ["Tasks as", "a list of texts"],
];

import { z } from "zod";
import { defineCapability, type UsesSlot } from "../blocks/capability.ts";
import { generator } from "../blocks/generator/generator.ts";
import { sequencer } from "../blocks/sequencer/sequencer.ts";
import type { SequencerDefinition } from "../blocks/sequencer/sequencer-definition.ts";
import type * as ours from "./benchmark-adapter.ts";
import type { BenchmarkCategory as OurCategory } from "./benchmark-category.ts";
import type { BenchmarkSubject as OurSubject } from "./benchmark-subject.ts";
import type { BenchmarkTask as OurTask } from "./benchmark-task.ts";

// The contract as it is published, pasted.

interface BenchmarkTask {
  id: string;
  category: BenchmarkCategory;
  prompt: string;
  rubric: string[]; // locked, published criteria the judge scores against
  expected?: unknown; // optional reference passed to code scorers
  metadata?: Record<string, unknown>;
}
type BenchmarkCategory = "reasoning" | "multi-step-research" | "critique-revision" | "tool-use";

interface BenchmarkSubject {
  name: string;
  kind: "pattern" | "baseline";
  sequencer: SequencerDefinition<any, any>;
  mapTask: (task: BenchmarkTask) => unknown; // map the generic task onto this subject's input
}

interface BenchmarkAdapterOptions {
  model: string; // executor model every generator in the materialized pattern uses
  uses?: UsesSlot; // capabilities forwarded into the pattern's internal generators
}
interface BenchmarkAdapter {
  patternName: string;
  build: (opts: BenchmarkAdapterOptions) => BenchmarkSubject;
}
type BenchmarkRegistry = Record<string, BenchmarkAdapter>;

// Ours is the published contract, but for categories of one's own, families of tasks and the model of a subject.

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Plain<T> = { [K in keyof T]: T[K] };

export const sameTask: Same<
  Plain<Omit<OurTask, "category" | "family">>,
  Plain<Omit<BenchmarkTask, "category">>
> = true;
export const sameSubject: Same<
  Plain<Omit<OurSubject, "mapTask" | "model" | "models" | "calls">>,
  Plain<Omit<BenchmarkSubject, "mapTask">>
> = true;
export const sameOptions: Same<Plain<ours.BenchmarkAdapterOptions>, Plain<BenchmarkAdapterOptions>> = true;
export const takesPublishedTask = (task: BenchmarkTask): OurTask => task;
export const takesPublishedCategory = (category: BenchmarkCategory): OurCategory => category;
export const givesPublishedSubject = (subject: OurSubject): BenchmarkSubject => subject;
export const givesPublishedAdapter = (adapter: ours.BenchmarkAdapter): BenchmarkAdapter => adapter;
export const givesPublishedRegistry = (registry: ours.BenchmarkRegistry): BenchmarkRegistry => registry;
export const takesPublishedOptions = (options: BenchmarkAdapterOptions): ours.BenchmarkAdapterOptions =>
  options;
/** But for the tasks it may meet: they can have any category. */
export const takesPublishedSubject = (
  subject: BenchmarkSubject & { mapTask: (task: OurTask) => unknown },
): OurSubject => subject;

// Written as a user would write it.

export const task: OurTask = {
  id: "t1",
  category: "reasoning",
  prompt: "How many apples are left?",
  rubric: ["Says two"],
  expected: 2,
  metadata: { source: "own" },
};

export const ownCategory: OurTask = { ...task, category: "planning" };

export const search = defineCapability({ name: "search", presets: { hint: { context: "Search first." } } });

export const adapter: ours.BenchmarkAdapter = {
  patternName: "two-step",
  build: ({ model, uses }) => {
    const draft = generator({
      name: "draft",
      model,
      inputSchema: z.object({ goal: z.string() }),
      user: (input) => input.goal,
      ...(uses && { uses }),
    });
    const polish = generator({ name: "polish", model, prompt: "Make it shorter." });
    return {
      name: "two-step",
      kind: "pattern",
      sequencer: sequencer({ name: "two-step", inputSchema: z.object({ goal: z.string() }) })
        .step(draft)
        .step(polish),
      mapTask: (each) => ({ goal: each.prompt }),
      model,
    };
  },
};

export const registry: ours.BenchmarkRegistry = { "two-step": adapter };

export const subject: OurSubject = adapter.build({ model: "openai/gpt-5.4-mini", uses: [search] });

// What is no subject, task or adapter does not pass for one.

// @ts-expect-error a rubric is a list
export const noRubric: OurTask = { ...task, rubric: "Says two" };
// @ts-expect-error a task has an id
export const noId: OurTask = { category: "reasoning", prompt: "", rubric: [] };
// @ts-expect-error there are two kinds
export const noKind: OurSubject = { ...subject, kind: "control" };
// @ts-expect-error a generator alone is no sequencer
export const noSequencer: OurSubject = { ...subject, sequencer: generator({ name: "g", model: "a/b" }) };
// @ts-expect-error uses takes capabilities
export const noUses: ours.BenchmarkAdapterOptions = { model: "a/b", uses: ["search"] };
// @ts-expect-error an adapter builds a subject, not its name
export const noSubject: ours.BenchmarkAdapter = { patternName: "x", build: () => "x" };

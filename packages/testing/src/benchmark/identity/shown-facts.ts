import type { BenchmarkCategory, BenchmarkSubject, BenchmarkTask } from "@flow-state-dev/core";
import { contentHash, type JsonObject, type RunManifest } from "@flow-state-dev/records";
import { primaryBaseline } from "../benchmark-plan.ts";
import type { RunBenchmarkConfig } from "../run-benchmark-config.ts";
import { hashable } from "./hashable.ts";

/** What a reader of a stored run has to be told beside its cells. Kept among its circumstances, so never compared. */
export interface ShownFacts {
  /** In the order of the configuration. */
  subjects: readonly { name: string; kind: BenchmarkSubject["kind"] }[];
  tasks: readonly {
    id: string;
    category: BenchmarkCategory;
    family?: string;
    prompt?: string;
    promptHash?: string;
    metadataHash?: string;
  }[];
  primaryBaseline?: string;
  margin?: number;
  seed?: number;
  maxCostUsd?: number;
}

/** So many characters of prompts are kept; of those after it only a hash, for a manifest is read with every list. */
const promptRoom = 200_000;

/** The facts of a configuration, to be kept with its run. */
export function shownFacts(config: RunBenchmarkConfig): JsonObject {
  const { subjects, tasks, margin, seed, maxCostUsd } = config;
  let left = promptRoom;
  const baseline = primaryBaseline(config);
  return {
    subjects: subjects.map(({ name, kind }) => ({ name, kind })),
    tasks: tasks.map(({ id, category, family, prompt, metadata }) => {
      left -= prompt.length;
      return {
        ...{ id, category, ...(family !== undefined && { family }) },
        ...(left >= 0 ? { prompt } : { promptHash: promptHashOf(prompt) }),
        ...(metadata !== undefined && { metadataHash: metadataHashOf(metadata) }),
      };
    }),
    ...(baseline !== undefined && { primaryBaseline: baseline }),
    ...(margin !== undefined && { margin }),
    ...(seed !== undefined && { seed }),
    ...(maxCostUsd !== undefined && { maxCostUsd }),
  };
}

/** Enough to see that a prompt is not what it was. */
export function promptHashOf(prompt: string): string {
  return contentHash(prompt).slice(0, 12);
}

/** The same of its metadata; a word for what cannot be followed. */
export function metadataHashOf(metadata: BenchmarkTask["metadata"]): string {
  try {
    return contentHash(hashable(metadata)).slice(0, 12);
  } catch {
    return "unknown";
  }
}

/** The facts of a stored run; of one that has none every subject is a pattern and every task of one category. */
export function readShownFacts({ circumstances, subjects, tasks }: RunManifest): ShownFacts {
  // A run may come from elsewhere: what is not of its kind is as if it were not there.
  const kept = (circumstances.benchmark ?? {}) as Partial<Record<keyof ShownFacts, unknown>>;
  const { primaryBaseline: baseline, margin, seed, maxCostUsd } = kept;
  const keptSubjects = list(kept.subjects, ["name", "kind"]) as ShownFacts["subjects"] | null;
  const keptTasks = list(kept.tasks, ["id", "category"]) as ShownFacts["tasks"] | null;
  return {
    ...(typeof baseline === "string" && { primaryBaseline: baseline }),
    ...(typeof margin === "number" && margin > 0 && margin < 1 && { margin }),
    ...(typeof seed === "number" && Number.isSafeInteger(seed) && { seed }),
    ...(typeof maxCostUsd === "number" && maxCostUsd >= 0 && { maxCostUsd }),
    subjects: keptSubjects ?? subjects.map((name) => ({ name, kind: "pattern" })),
    tasks: keptTasks?.map(withFamily) ?? Object.keys(tasks).map((id) => ({ id, category: "all" })),
  };
}

/** A family that is no text is none. */
function withFamily(task: ShownFacts["tasks"][number]): ShownFacts["tasks"][number] {
  if (task.family === undefined || typeof task.family === "string") return task;
  const { family: _family, ...rest } = task;
  return rest;
}

/** A list whose entries all have these texts; null when it is none. */
function list(value: unknown, names: readonly string[]): object[] | null {
  const fits = (each: unknown): each is object =>
    typeof each === "object" &&
    each !== null &&
    names.every((name) => typeof (each as Record<string, unknown>)[name] === "string");
  return Array.isArray(value) && value.every(fits) ? value : null;
}

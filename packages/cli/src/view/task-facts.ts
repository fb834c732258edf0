import type { RunManifest } from "@flow-state-dev/records/store";

/** A task as the page needs it. */
export interface TaskFacts {
  id: string;
  /** Null where there are none, as for the cases of a suite. */
  category: string | null;
  prompt: string | null;
  /** Absent for one that is alone. */
  family?: string;
  /** Of a case of a suite; empty where there are none, or the run was made before they were kept. */
  tags: readonly string[];
}

/** The tasks of a run in the order of their definition, with what the run keeps of them. */
export function taskFacts({ circumstances, tasks }: RunManifest): TaskFacts[] {
  const kept = circumstances.benchmark as { tasks?: unknown } | undefined;
  if (!Array.isArray(kept?.tasks))
    return Object.keys(tasks).map((id) => ({ id, category: null, prompt: null, tags: [] }));
  // A run may come from elsewhere: what is no task is left out.
  return kept.tasks.filter(isTask).map(({ id, category, prompt, family, tags }) => ({
    ...{ id, category: textOrNull(category), prompt: textOrNull(prompt) },
    ...(typeof family === "string" && { family }),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
  }));
}

function isTask(value: unknown): value is { id: string } & Record<string, unknown> {
  return typeof value === "object" && value !== null && typeof (value as { id?: unknown }).id === "string";
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

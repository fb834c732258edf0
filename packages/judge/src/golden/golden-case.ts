import { FlowError } from "@flow-state-dev/core";
import type { JudgeTask } from "../judge.ts";
import { RubricError, readRubric } from "../rubric.ts";

/** An output that people have judged. */
export interface GoldenCase extends JudgeTask {
  /** To say which; its place in the list when absent. */
  id?: string;
  /** For each criterion of the rubric, in order: is it met? */
  labels: readonly boolean[];
}

/** A golden set that cannot be compared with. */
export class GoldenSetError extends FlowError {
  override readonly name = "GoldenSetError";

  constructor(item: string, problem: string) {
    super(`The golden set cannot be used: item ${item} ${problem}.`, {
      code: "golden-set-invalid",
      details: { item },
    });
  }
}

/** What an item is called. */
export function goldenName({ id }: Pick<GoldenCase, "id">, at: number): string {
  return typeof id === "string" ? id : String(at);
}

/**
 * Throws a `GoldenSetError` for the first item that cannot be compared with: one without a prompt, a rubric that cannot
 * be used, labels that do not match it, an id that another item has. Asks nobody, so that it can be called before
 * anything is spent; `runGolden` calls it too.
 */
export function checkGolden(golden: readonly GoldenCase[]): void {
  const names = new Set<string>();
  for (const [at, item] of golden.entries()) {
    const name = goldenName(item ?? {}, at);
    const problem = problemOf(item);
    if (problem !== undefined) throw new GoldenSetError(name, problem);
    if (names.has(name)) throw new GoldenSetError(name, "is there twice; give every item an id of its own");
    names.add(name);
  }
}

function problemOf(item: GoldenCase | null | undefined): string | undefined {
  if (typeof item?.prompt !== "string") return "has no prompt";
  if (item.id !== undefined && typeof item.id !== "string")
    return "has an id that is no text; give a text, or none";
  const { labels } = item;
  let length: number;
  try {
    length = readRubric(item.rubric).length;
  } catch (error) {
    if (!(error instanceof RubricError)) throw error;
    return `has a rubric that cannot be used: ${error.problem}`;
  }
  if (!Array.isArray(labels) || labels.length !== length) {
    return `has ${labels?.length ?? 0} labels for ${length} criteria; give one for each`;
  }
  if (!labels.every((label) => typeof label === "boolean")) {
    return "has a label that is neither true nor false";
  }
  return undefined;
}

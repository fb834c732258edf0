import { FlowError } from "@flow-state-dev/core";
import type { JudgeTask } from "../judge.ts";
import { readRubric } from "../rubric.ts";

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
  return id ?? String(at);
}

/** Throws a `GoldenSetError` for the first item whose labels do not match its rubric. */
export function checkGolden(golden: readonly GoldenCase[]): void {
  for (const [at, item] of golden.entries()) {
    const name = goldenName(item, at);
    const { length } = readRubric(item.rubric);
    const { labels } = item;
    if (!Array.isArray(labels) || labels.length !== length) {
      throw new GoldenSetError(
        name,
        `has ${labels?.length ?? 0} labels for ${length} criteria; give one for each`,
      );
    }
    if (!labels.every((label) => typeof label === "boolean")) {
      throw new GoldenSetError(name, "has a label that is neither true nor false");
    }
  }
}

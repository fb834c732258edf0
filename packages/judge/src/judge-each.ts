import type { Judge, JudgeManyContext, JudgeTask } from "./judge.ts";
import { isJudgeTrouble } from "./judge-trouble.ts";
import type { JudgeResult } from "./judgement.ts";

const defaultConcurrency = 4;

/**
 * Judges each of a list, in order, a few at a time. What ends one for good (a stop, a spent budget, a missing key) ends
 * those that have not begun the same way, without a call. `placeOf` names the place of each in the run.
 */
export async function judgeEach<T extends JudgeTask>(
  judge: Judge,
  tasks: readonly T[],
  { concurrency = defaultConcurrency, ...context }: JudgeManyContext,
  placeOf: (task: T, at: number) => string,
): Promise<JudgeResult[]> {
  const results: JudgeResult[] = new Array(tasks.length);
  let ended: JudgeResult | undefined;
  let next = 0;
  const work = async () => {
    while (next < tasks.length) {
      const at = next++;
      const cell = [context.cell, placeOf(tasks[at]!, at)].filter((part) => part !== undefined).join("#");
      const result: JudgeResult = ended ?? (await judge.judge(tasks[at]!, { ...context, cell }));
      if (!result.ok && (result.aborted || !isJudgeTrouble(result.error))) ended ??= result;
      results[at] = result;
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, tasks.length) }, work));
  return results;
}

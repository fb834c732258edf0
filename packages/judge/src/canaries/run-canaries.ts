import { FlowError } from "@flow-state-dev/core";
import type { Judge, JudgeManyContext, JudgeTask } from "../judge.ts";
import { judgeEach } from "../judge-each.ts";
import type { Finding } from "../judgement.ts";
import { type CanaryTask, canaries } from "./canaries.ts";

/** A canary that the judge fell for. */
export interface PassedCanary {
  /** Its name. */
  canary: string;
  /** Id of the task it stood in for, or its place in the list. */
  task: string;
  score: number;
  /** What the judge claims to have seen. */
  findings: readonly Finding[];
}

/** What came of the canaries. */
export interface CanaryReport {
  /** Canaries that got a judgement. */
  judged: number;
  /** Those whose score reached the threshold. */
  passed: readonly PassedCanary[];
  /** Those that got none, and why. They say nothing about the judge, for or against. */
  failed: readonly { canary: string; task: string; error: Error; aborted: boolean }[];
  /** A canary passed: the judge, or the rubric it passed by, lets through what deserves nothing. */
  void: boolean;
}

/** Canaries cannot be judged without a task to stand in for. */
export class NoCanaryTaskError extends FlowError {
  override readonly name = "NoCanaryTaskError";

  constructor() {
    super("There is no task to try the judge's canaries on; give at least one with a rubric.", {
      code: "no-canary-task",
    });
  }
}

/** Calls that canaries take when nothing has to be asked again. */
export function canaryCalls(judge: Pick<Judge, "calls">): number {
  return canaries.length * judge.calls;
}

/**
 * Judges outputs that deserve nothing, each once, spread over the tasks: the first on the first, the second on the
 * second, and round again. A judge that passes one is void. Rejects with a `NoCanaryTaskError` when there is no
 * task; whatever else happens is in the report.
 */
export async function runCanaries(
  judge: Judge,
  tasks: readonly CanaryTask[],
  context: JudgeManyContext = {},
): Promise<CanaryReport> {
  if (tasks.length === 0) throw new NoCanaryTaskError();
  const planned = canaries.map((canary, at) => {
    const index = at % tasks.length;
    const { prompt, rubric, id = String(index) } = tasks[index]!;
    const task: JudgeTask = { prompt, rubric, output: canary.output({ prompt, rubric }) };
    return { ...task, canary: canary.name, task: id };
  });
  const results = await judgeEach(judge, planned, context, ({ canary, task }) => `canary/${canary}/${task}`);
  const passed: PassedCanary[] = [];
  const failed: CanaryReport["failed"][number][] = [];
  for (const [at, { canary, task }] of planned.entries()) {
    const result = results[at]!;
    if (!result.ok) failed.push({ canary, task, error: result.error, aborted: result.aborted });
    else if (result.passed) passed.push({ canary, task, score: result.score, findings: result.findings });
  }
  return { judged: planned.length - failed.length, passed, failed, void: passed.length > 0 };
}

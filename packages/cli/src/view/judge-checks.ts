import { canariesIn, goldenIn } from "@flow-state-dev/judge";
import { judgeCheckKind, type Run, type RunStore } from "@flow-state-dev/records";
import type { JudgeView } from "@flow-state-dev/viewer";

const lookedAt = 20;

/** What canaries and golden set said of the judge before this run: the latest such check of the same benchmark. */
export async function checksOfJudge(
  store: RunStore,
  run: Run,
): Promise<Pick<JudgeView, "canaries" | "golden">> {
  const found: Pick<JudgeView, "canaries" | "golden"> = { canaries: null, golden: null };
  const { name, models } = run.manifest;
  for await (const check of store.runs({ kind: judgeCheckKind, name, limit: lookedAt })) {
    if (check.createdAt > run.createdAt || check.manifest.models.judge !== models.judge) continue;
    for (const task of Object.keys(check.manifest.tasks)) {
      const cell = { subject: check.manifest.subjects[0] ?? "", task, run: 0 };
      const last = (await store.attempts(check.id, cell)).findLast(({ state }) => state === "ended");
      if (last?.state !== "ended") continue;
      const { canaries, golden } = last.evidence as Record<string, unknown>;
      found.canaries ??= canariesIn(canaries);
      found.golden ??= goldenIn(golden);
    }
    return found;
  }
  return found;
}

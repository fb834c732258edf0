import { createHash } from "node:crypto";
import { createSqliteStore } from "@flow-state-dev/records";
import type { Place } from "../round/place.ts";
import type { RoundPlan } from "../round/round-plan.ts";
import type { Snapshot } from "../round/snapshot.ts";

/** How many are read again. */
const looked = 25;

/** Transcripts of a sweep that are not what its cells left, by their hash; one sentence each. */
export async function transcriptProblems(place: Place, plan: RoundPlan, now: Snapshot): Promise<string[]> {
  if (plan.kind !== "sweep" || plan.transcriptBytes === 0 || now.run === null) return [];
  const problems: string[] = [];
  const store = createSqliteStore(place.store);
  try {
    const step = Math.max(1, Math.floor(now.cells.length / looked));
    for (const [at, cell] of now.cells.entries()) {
      if (at % step !== 0 || cell.outcome?.kind !== "passed") continue;
      const last = (await store.attempts(now.run.id, cell)).at(-1);
      if (last?.state !== "ended") continue;
      const artifact = await store.artifact(now.run.id, cell, last.attempt, "transcript");
      const hash = createHash("sha256")
        .update(artifact?.content ?? "")
        .digest("hex");
      if (hash !== last.evidence.sha256)
        problems.push(`The transcript of ${cell.subject} on ${cell.task} is another.`);
    }
  } finally {
    await store.close();
  }
  return problems;
}

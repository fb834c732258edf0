import { canariesIn, goldenIn, type Judge } from "@flow-state-dev/judge";
import type { JsonObject, RunManifest } from "@flow-state-dev/records";
import type { JudgeSummary } from "../../report/judge-summary.ts";

/** What was found of a judge before it was used. */
type Found = Pick<JudgeSummary, "canaries" | "golden">;

/** The same as it is kept with the run, among its circumstances; nothing when nothing was checked. */
export function foundOfJudge({ canaries, golden }: Found): JsonObject {
  if (canaries === null && golden === null) return {};
  return { judgeFound: JSON.parse(JSON.stringify({ canaries, golden })) as JsonObject };
}

/** The same of a run as it is kept; of one that says nothing of it, or comes from elsewhere with anything, nothing. */
export function readFoundOfJudge({ circumstances }: RunManifest): Found {
  const { canaries, golden } = Object(circumstances.judgeFound) as Record<string, unknown>;
  return { canaries: canariesIn(canaries), golden: goldenIn(golden) };
}

/** The judge of a run as it is kept; without models when it had none. */
export function readJudge({
  models,
  conditions,
}: RunManifest): Pick<Judge, "models" | "repeats" | "fingerprint"> {
  const { fingerprint, repeats } = Object(conditions.judge) as Record<string, unknown>;
  return {
    models: (models.judge ?? "").split(", ").filter((name) => name !== ""),
    repeats: typeof repeats === "number" ? repeats : 1,
    fingerprint: typeof fingerprint === "string" ? fingerprint : "",
  };
}

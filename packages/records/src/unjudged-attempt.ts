import type { AttemptRecord } from "./attempt.ts";
import type { JsonObject } from "./json.ts";

/**
 * What an attempt says of work that it left without a verdict: its judge failed, or it was lost or cut off while the
 * judge was asked. Nothing when it left none. Of one that was cut off only what it kept before counts: the work itself
 * may have been cut off too, and have made the best of it.
 */
export function unjudgedEvidence(attempt: AttemptRecord): JsonObject {
  if (attempt.state !== "ended") return attempt.progress?.evidence ?? {};
  const { outcome, evidence } = attempt;
  if (outcome.kind === "unscored" || outcome.kind === "infrastructure") return evidence;
  const { progress } = evidence as { progress?: JsonObject };
  return outcome.kind === "cancelled" ? (progress ?? {}) : {};
}

/** Was what an attempt made measured while the harness was starved? */
export function wasSuspect(attempt: AttemptRecord): boolean {
  return attempt.state === "ended" ? attempt.suspect : (attempt.progress?.suspect ?? false);
}

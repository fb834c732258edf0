import { httpStatus, isRetryable } from "@flow-state-dev/core";
import { JudgeFailedError, JudgePanelError } from "./judge-errors.ts";

const ours = new Set(["judge-failed", "judge-panel-failed", "nothing-judged", "rubric-invalid"]);
/** No money, no access, no such model: the next call would end the same way. */
const hopeless = new Set([401, 402, 403, 404]);
/** The same, as errors of ours tell it whatever the status was. */
const hopelessCodes = new Set(["refused-key", "unknown-model", "spent-quota"]);

/**
 * Is this the trouble of one judge with one output, so that other judges and other outputs may fare better? False for a
 * stop, a spent budget, a missing key, an unknown or unpriced model: those end the whole.
 */
export function isJudgeTrouble(error: unknown): boolean {
  const facts = error as { code?: unknown } | null;
  if (ours.has(String(facts?.code))) return true;
  if (hopelessCodes.has(String(facts?.code))) return false;
  if (isRetryable(error)) return true;
  const status = typeof facts === "object" && facts !== null ? httpStatus(facts) : undefined;
  return status !== undefined && !hopeless.has(status);
}

/**
 * Was the judge heard, and none of what it said a judgement? Of a panel: was every one of it that failed? Then another
 * output will hardly fare better. False for an outage, and for a judge that says it cannot judge.
 */
export function gaveNoJudgement(error: unknown): boolean {
  if (error instanceof JudgePanelError) return error.failures.every(gaveNoJudgement);
  return error instanceof JudgeFailedError;
}

import type { Charge, ErrorRecord } from "@flow-state-dev/core";
import type { CallSpent } from "../sweep-event.ts";

/** Codes are short words; anything else is no code, and may be anything. */
const codeForm = /^[A-Za-z][\w.-]{0,39}$/;

/** What a display tells of a call that failed; undefined when it did not, or would fail again. */
export function passingTrouble({
  status: ended,
  error,
}: Pick<Charge, "status"> & { error?: ErrorRecord }): CallSpent["passing"] {
  if (ended !== "failed" || !error || error.retryable === false) return undefined;
  const { status, code } = error;
  // A good one says nothing of what went wrong after it.
  if (status !== undefined && status >= 300) return { answer: `HTTP ${status}` };
  return { answer: code !== undefined && codeForm.test(code) ? code : null };
}

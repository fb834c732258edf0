import { type Charge, FlowError } from "@flow-state-dev/core";
import { outputText } from "@flow-state-dev/judge";
import { classifyCall } from "@flow-state-dev/sweep";

/** The subject gave nothing after its provider had failed; why, its last call says. */
export class SubjectSilentError extends FlowError {
  override readonly name = "SubjectSilentError";

  constructor() {
    super("The subject gave nothing.", { code: "subject-silent" });
  }
}

/**
 * Is an output nothing because the last call failed for its provider? Streams of text end in an outage as if all had
 * been said, so that the subject does not know.
 */
export function isSilenced(output: unknown, charges: readonly Charge[]): boolean {
  const last = charges.findLast(({ status }) => status !== "aborted");
  if (last?.status !== "failed" || outputText(output).trim() !== "") return false;
  return classifyCall(last.error).outcome.kind === "infrastructure";
}

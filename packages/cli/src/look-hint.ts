import { shortRunId } from "@flow-state-dev/records";

/** Where a person can look at a run. Programs that read along are not told. */
export function lookHint(runId: string, { isTTY }: { isTTY?: boolean }): string {
  return isTTY ? `Look at it: x view ${shortRunId(runId)}\n` : "";
}

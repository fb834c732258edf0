import { shortRunId } from "@flow-state-dev/records";

/**
 * Where a person can look at a run. Programs that read along are not told.
 *
 * @param begin how a command begins that finds the run
 */
export function lookHint(runId: string, { isTTY }: { isTTY?: boolean }, begin: string): string {
  return isTTY ? `Look at it: ${begin} view ${shortRunId(runId)}\n` : "";
}

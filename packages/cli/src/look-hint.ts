import { shortRunId } from "@flow-state-dev/records";
import { startWords } from "./start-words.ts";

/** Where a person can look at a run. Programs that read along are not told. */
export function lookHint(runId: string, { isTTY }: { isTTY?: boolean }): string {
  return isTTY ? `Look at it: ${startWords(process.env).join(" ")} view ${shortRunId(runId)}\n` : "";
}

import { type CellId, shortRunId } from "@flow-state-dev/records";
import { shellWord } from "../shell-word.ts";
import { startWords } from "../start-words.ts";

/** The command that shows one run of a case with its evidence, to be typed as it stands. */
export function showHint(runId: string, { subject, task, run }: CellId, { only }: { only: boolean }): string {
  const x = startWords(process.env).join(" ");
  if (only) return `${x} show last ${shellWord(task)}`;
  return `${x} show ${shellWord(`${shortRunId(runId)}/${subject}/${task}/${run + 1}`)}`;
}

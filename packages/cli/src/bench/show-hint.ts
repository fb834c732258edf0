import { type CellId, shortRunId } from "@flow-state-dev/records";

/** The command that shows one run of a case with its evidence, to be typed as it stands. */
export function showHint(runId: string, { subject, task, run }: CellId, { only }: { only: boolean }): string {
  if (only) return `x show last ${quoted(task)}`;
  return `x show ${quoted(`${shortRunId(runId)}/${subject}/${task}/${run + 1}`)}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./#~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

import { type CellId, shortRunId } from "@flow-state-dev/records";
import { operand, shellWord } from "../text/shell-word.ts";
import { startWords } from "../typed/start-words.ts";

/** What decides how short a hint can be. */
interface HintParts {
  /** The case has no other run in this one. */
  only: boolean;
  /** The last run is another one, or soon will be: the run is named by its id. Default: false. */
  byId?: boolean;
  /** How a command begins that finds the run. Default: as the one under way was started. */
  begin?: string;
}

/** The command that shows one run of a case with its evidence, to be typed as it stands. */
export function showHint(runId: string, { subject, task, run }: CellId, parts: HintParts): string {
  const { only, byId = false, begin = startWords(process.env).join(" ") } = parts;
  if (only) return `${begin} show ${byId ? shortRunId(runId) : "last"} ${operand(task)}`;
  return `${begin} show ${shellWord(`${shortRunId(runId)}/${subject}/${task}/${run + 1}`)}`;
}

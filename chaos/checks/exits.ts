import type { Life } from "../round/round-plan.ts";
import type { Ended } from "../round/run-life.ts";
import type { Workload } from "../round/workload.ts";
import { hasSentence, messageProblems } from "./messages.ts";

/**
 * Did the store get into trouble in this life? Then 2 and a sentence is an end in good order, and so is 10, in the
 * midst of a run, with how to go on.
 */
function storeInTrouble({ diskFull, storeDeleted, half }: Life): boolean {
  return diskFull !== null || storeDeleted !== null || half?.what === "half-store";
}

/** Is this a life in which nothing may run, since a file that says what to do is cut off? */
export function isBadFile({ half }: Life): boolean {
  return half?.what === "half-definition" || half?.what === "half-results";
}

/** What is wrong with how a process ended: its exit code, and what it said; one sentence each. */
export function exitProblems(end: Ended, life: Life, { codes }: Workload, budgeted: boolean): string[] {
  const problems = messageProblems(`${end.stdout}\n${end.stderr}`);
  if (end.hung) return [...problems, "It did not end by itself."];
  if (end.killed) return problems;
  const allowed = isBadFile(life)
    ? codes.badFile
    : [...codes.done, ...(budgeted ? [codes.budget] : []), ...(storeInTrouble(life) ? [2, 10] : [])];
  // Before it listens, a signal ends it as it ends any program.
  if (life.interrupt && (end.code === 130 || end.code === null)) return problems;
  if (end.code === null || !allowed.includes(end.code))
    problems.push(`It ended with ${end.code}, not with ${allowed.join(" or ")}: ${lastLine(end.stderr)}`);
  else if (end.code > 1 && !hasSentence(`${end.stderr}\n${end.stdout}`))
    problems.push(`It ended with ${end.code} and no sentence that says why: ${lastLine(end.stderr)}`);
  else if (end.code === 10 && !end.stderr.includes("--resume"))
    problems.push(`It ended with 10 and not with how to go on: ${lastLine(end.stderr)}`);
  return problems;
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.slice(0, 300) ?? "";
}

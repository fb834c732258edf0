import { isScored } from "@flow-state-dev/records";
import type { Snapshot } from "../round/snapshot.ts";

/** Results that stay, by cell: what they are and when they came. */
export function standing({ cells }: Snapshot): Map<string, string> {
  const scored = cells.filter(({ outcome }) => outcome !== null && isScored(outcome.kind));
  return new Map(
    scored.map(({ subject, task, run, outcome, endedAt }) => [
      `${subject} · ${task} · ${run}`,
      `${outcome!.kind} ${endedAt}`,
    ]),
  );
}

/** Results that were there and are gone or other ones, one sentence each. */
export function lostResults(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  return [...before]
    .filter(([cell, result]) => now.get(cell) !== result)
    .map(([cell, result]) => `${cell} had a result (${result}) and has ${now.get(cell) ?? "none"} now.`);
}

/** One run, one result that stays for each planned cell, nothing under way; one sentence for each that is not so. */
export function cellProblems(now: Snapshot, planned: number): string[] {
  const problems: string[] = [];
  if (now.runs !== 1) problems.push(`There are ${now.runs} runs in the store in place of one.`);
  if (now.run?.state !== "finished")
    problems.push(`The run is ${now.run?.state ?? "not there"}, not finished.`);
  if (now.cells.length !== planned)
    problems.push(`There are ${now.cells.length} cells in place of ${planned}.`);
  const results = standing(now).size;
  if (results !== planned) problems.push(`${results} of ${planned} cells have a result that stays.`);
  for (const { cell, states } of now.attempts) {
    if (states.includes("running")) problems.push(`${cell} has an attempt that is still running.`);
    if (states.at(-1) !== "ended") problems.push(`The last attempt at ${cell} is ${states.at(-1)}.`);
  }
  return problems;
}

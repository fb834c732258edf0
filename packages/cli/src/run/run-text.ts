import { firstNamed, formatDuration, formatMoney, formatMoneyOf } from "@flow-state-dev/core";
import { shortRunId } from "@flow-state-dev/records";
import type { CaseRun, Patch, PatchedFile, SuiteCase } from "@flow-state-dev/suites";
import { counted } from "../text/show-numbers.ts";
import { visibleLine } from "../text/visible-text.ts";
import type { Conflict } from "./check-patch.ts";
import type { RunFlags } from "./run-flags.ts";

/** The first line: who works on what, under which limits, and which of them nobody asked for. */
export function runHeadline(
  facts: { agent: string; model: string | null; project: string; sandbox: string },
  { budget, timeout }: SuiteCase,
  flags: RunFlags,
): string {
  const limit = (text: string, given: number | undefined) =>
    given === undefined ? `${text} (default)` : text;
  return [
    visibleLine(facts.model === null ? facts.agent : `${facts.agent} on ${facts.model}`),
    `a copy of ${visibleLine(facts.project)}`,
    `sandbox ${facts.sandbox}`,
    `at most ${limit(formatMoney(budget), flags.budget)} and ${limit(`${timeout} s`, flags.timeout)}`,
  ].join(" · ");
}

/** How an agent ended that is not done. */
const endings: Readonly<Record<string, string>> = {
  "gave-up": "it gave up",
  stuck: "it was stuck",
  "turn-limit": "it had no turns left",
  "over-budget": "the budget was spent",
  "timed-out": "time was up",
  crashed: "it broke",
  infrastructure: "the machine, the provider or the setup failed",
  cancelled: "it was cut off",
};

/** Whether the agent said that it is done, and nothing else went wrong. */
export function isDone({ ended, outcome }: CaseRun): boolean {
  return ended === "done" && outcome === "passed";
}

/** How it ended, and what it took. */
export function endLine(run: CaseRun, budgetUsd: number, runId: string): string {
  const why = run.error ?? run.detail;
  const reason = why === "" ? "" : `: ${visibleLine(why.split("\n", 1)[0]!.replace(/\.$/, ""), 400)}`;
  const how = isDone(run) ? "✓ done" : `✗ ${endings[run.ended] ?? "its work could not be read"}${reason}`;
  return [
    how,
    ...(run.turns === null ? [] : [counted(run.turns, "turn")]),
    run.cost === null ? "cost unknown" : formatMoneyOf(run.cost, budgetUsd),
    formatDuration(run.duration * 1000),
    `run ${shortRunId(runId)}`,
  ].join(" · ");
}

const mostFiles = 20;

/** The files of a patch, and what did not fit into it. */
export function filesText({ files, leftOut }: Patch): string {
  if (files.length === 0 && leftOut.length === 0) return "Nothing was changed.\n";
  const left = leftOut.map((what) => `  not in the patch: ${visibleLine(what)}\n`).join("");
  return `${counted(files.length, "file")} changed: ${firstNamed(files, mostFiles, nameOf)}\n${left}`;
}

/** New files that git ignores in the project, and how to have them all the same. */
export function ignoredText({ files }: Patch, command: string): string {
  const what = `${counted(files.length, "new file")} that git ignores ${files.length === 1 ? "is" : "are"}`;
  return `note: ${what} not in the patch: ${firstNamed(files, mostFiles, nameOf)}. Have ${files.length === 1 ? "it" : "them"} too: ${command}\n`;
}

function nameOf({ path, oldMode, newMode, change }: PatchedFile): string {
  const facts = [
    ...(oldMode === null ? ["new"] : newMode === null ? ["deleted"] : []),
    ...(change.kind === "binary" ? ["binary"] : []),
  ];
  const name = visibleLine(path);
  return facts.length === 0 ? name : `${name} (${facts.join(", ")})`;
}

/** Why a patch was not applied. */
export function refusalText(conflicts: readonly Conflict[]): string {
  const lines = conflicts.slice(0, mostFiles).map(({ path, why }) => `  ${visibleLine(path)}: ${why}\n`);
  return `Not applied, and nothing was written, since the folder is not as the agent found it:\n${lines.join("")}`;
}

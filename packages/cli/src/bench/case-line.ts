import { stripVTControlCharacters } from "node:util";
import { firstNamed, formatDuration, formatMoney } from "@flow-state-dev/core";
import type { CaseRun } from "@flow-state-dev/suites";
import { lastLines } from "../text/last-lines.ts";
import { padColumns } from "../text/pad-columns.ts";
import { visibleLine, visibleText } from "../text/visible-text.ts";
import { type ToldErrors, toldFor } from "./told-errors.ts";

const indent = " ".repeat(6);

/**
 * How one run of a case came out: a line, and below it what went wrong and where to look. Errors of the setup that are
 * among those `told` are named by their run; others join them.
 */
export function caseLines(
  id: string,
  run: CaseRun,
  where: { agent?: string; of: number; width: number; told?: ToldErrors },
): string[] {
  const name = caseName(id, run.run, where);
  const mark = { passed: "✓", failed: "✗" }[run.outcome as "passed" | "failed"] ?? "!";
  const facts = [
    formatDuration(run.duration * 1000).padStart(8),
    (run.cost === null ? "cost unknown" : formatMoney(run.cost)).padStart(8),
    ...(run.turns ? [`${run.turns} ${run.turns === 1 ? "turn" : "turns"}`.padStart(9)] : []),
  ].join("  ");
  return [
    `  ${mark} ${padColumns(name, where.width)} ${facts}`.trimEnd(),
    ...[...whatWentWrong(run, where.told ? toldFor(run, name, where.told) : null), ...notes(run)].map(
      (text) => `${indent}${plain(text)}`,
    ),
  ];
}

/** A run of a case as it is called: with its number and its agent where there are several. */
export function caseName(id: string, run: number, { agent, of }: { agent?: string; of: number }): string {
  const names = [id, ...(of > 1 ? [`#${run + 1}`] : []), ...(agent === undefined ? [] : [agent])];
  return plain(names.join(" "));
}

function whatWentWrong(run: CaseRun, asFor: string | null): string[] {
  if (run.outcome === "passed") return [];
  const failed = run.expectations.filter(({ pass }) => pass !== true);
  return [
    ...(asFor === null ? why(run) : [`${words[run.outcome]}, as for ${asFor}`]),
    ...failed.flatMap(({ expectation, evidence, output }) => [
      expectation,
      // What kept the judge from its word is told already.
      ...(evidence === run.error ? [] : [`  ${evidence}`]),
      ...lastLines(output),
    ]),
  ];
}

function why({ outcome, error, ended, detail }: CaseRun): string[] {
  if (outcome === "failed") {
    const said = detail === "" ? [] : [`${endings[ended] ?? "the agent ended"}: ${detail}`];
    return ended === "done" ? [] : said;
  }
  const [first = "", ...rest] = (error ?? "").split("\n");
  return [
    `${words[outcome] ?? outcome}${first === "" ? "" : `: ${first}`}`,
    ...rest.map((line) => `  │ ${line}`),
  ];
}

const endings: Record<string, string> = {
  "gave-up": "the agent gave up",
  stuck: "the agent was stuck",
  "turn-limit": "the agent used up its turns",
};

const words: Partial<Record<CaseRun["outcome"], string>> = {
  errored: "the agent broke",
  "timed-out": "time was up",
  "over-budget": "budget spent",
  unscored: "not graded",
  infrastructure: "no result, the machine, the provider or the setup failed",
  cancelled: "cancelled",
};

function notes(run: CaseRun): string[] {
  const { putBack, warnings, kept } = run;
  const shown = firstNamed(putBack, 3, (path) => visibleLine(path, 160));
  return [
    ...(putBack.length > 0 ? [`put back before grading, the agent had changed it: ${shown}`] : []),
    ...wireNotes(run),
    ...warnings.map((warning) => `note: ${warning}`),
    ...(kept === undefined ? [] : [`kept in ${kept}`]),
  ];
}

/** What went over the wire counts; what the agent says otherwise, and calls it made again, are told beside it. */
function wireNotes({ reported: last, wire, tokens, cost, attempts }: CaseRun): string[] {
  // Tokens and cost are those of all attempts; the agent tells of the last.
  const reported = attempts > 1 ? undefined : last;
  const own = reported?.tokens;
  const differs = own && tokens && (own.input !== tokens.input || own.output !== tokens.output);
  const money = reported?.costUsd ?? null;
  const apart = money !== null && cost !== null && Math.abs(money - cost) > 0.005 * Math.max(money, cost);
  // What looks the same is no difference to a reader.
  const dearer = apart && formatMoney(money) !== formatMoney(cost);
  const said = [
    ...(differs
      ? [`${own.input} in, ${own.output} out instead of ${tokens.input} in, ${tokens.output} out`]
      : []),
    ...(dearer ? [`${formatMoney(money)} instead of ${formatMoney(cost)}`] : []),
  ];
  return [
    ...(said.length > 0 ? [`the agent's own count: ${said.join(", ")}`] : []),
    ...(wire && wire.retried > 0 ? [`${wire.retried} of ${wire.calls} model calls were made again`] : []),
  ];
}

/** Names of files and words of programs are theirs: nothing in them may move the cursor. */
function plain(text: string): string {
  return visibleText(stripVTControlCharacters(text).replaceAll("\n", " "));
}

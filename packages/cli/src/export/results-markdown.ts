import { formatDuration, formatMoney } from "@flow-state-dev/core";
import { shortRunId } from "@flow-state-dev/records";
import type { CaseResult, SuiteResults } from "@flow-state-dev/suites";
import { passedText } from "../bench/passed-text.ts";
import { spentText } from "../bench/spent-text.ts";
import { escapeMarkdown } from "../text/escape-markdown.ts";
import { counted } from "../text/show-numbers.ts";
import type { WithoutResults } from "./export-junit.ts";

const rowsShown = 200;

/** Unseen in the page: by it a later run knows that this holds answers, and keeps it from agents. */
const mark = "<!-- x report -->";

/** Results of a suite as Markdown: the summary, then the cases, those that did not pass first. */
export function resultsMarkdown(results: SuiteResults): string {
  const { suite, unknownCosts, duration, run, coverage, simulated } = results;
  const cost = `${spentText(results)}${unknownCosts > 0 ? ` and ${unknownCosts} of unknown cost` : ""}`;
  const cases = [...results.cases].sort((a, b) => Number(a.pass) - Number(b.pass));
  const several = results.agents.length > 1;
  return [
    `### ${escapeMarkdown(suite)}: ${passedText(results)}`,
    "",
    `${cost} · ${formatDuration(duration * 1000)} · run \`${shortRunId(run)}\` ${mark}`,
    ...(simulated ? ["", "_simulated model: this shows the tool, not the agents_"] : []),
    ...(coverage.withResult < coverage.planned
      ? ["", `Results for ${coverage.withResult} of ${coverage.planned} runs.`]
      : []),
    "",
    `| | case |${several ? " agent |" : ""} runs passed | time | cost | what did not hold; notes |`,
    `|---|---|${several ? "---|" : ""}---|---|---|---|`,
    ...cases.slice(0, rowsShown).map((each) => rowOf(each, several)),
    ...(cases.length > rowsShown ? ["", `${counted(cases.length - rowsShown, "more case")}.`] : []),
    ...results.warnings.flatMap((warning) => ["", `> ${escapeMarkdown(warning, 400)}`]),
    "",
  ].join("\n");
}

/** Suites that were asked for and have no results, as Markdown; empty when there are none. */
export function withoutResultsMarkdown(suites: readonly WithoutResults[]): string {
  return suites
    .flatMap(({ suite, problem }) => [
      `### ${escapeMarkdown(suite)}: ${problem === null ? "not run" : "no results"}`,
      "",
      ...(problem === null ? [] : [`> ${escapeMarkdown(problem, 400)}`, ""]),
    ])
    .join("\n");
}

function rowOf(result: CaseResult, several: boolean): string {
  const { id, agent, pass, passes, planned, cost, duration } = result;
  const cells = [
    pass ? "✓" : passes.passed < passes.of ? "✗" : "!",
    escapeMarkdown(id, 80),
    ...(several ? [escapeMarkdown(agent, 60)] : []),
    `${passes.passed} of ${planned}`,
    formatDuration(duration * 1000),
    cost === null ? "not known" : formatMoney(cost),
    [...(pass ? [] : [reasonOf(result)]), ...noteOf(result)].join("; "),
  ];
  return `| ${cells.join(" | ")} |`;
}

function reasonOf({ runs, planned }: CaseResult): string {
  const bad = runs.find(({ pass }) => !pass);
  if (!bad) return `${planned - runs.length} untried`;
  const failed = bad.expectations.find(({ pass }) => pass !== true);
  if (bad.outcome !== "failed") return escapeMarkdown(bad.error ?? bad.outcome, 160);
  return failed ? `${escapeMarkdown(failed.expectation, 100)}: ${escapeMarkdown(failed.evidence, 160)}` : "";
}

/**
 * What a reader should know of a case also when it passed, such as that its tests were changed; the first, and how
 * many more.
 */
function noteOf({ runs }: CaseResult): string[] {
  const [first, ...more] = new Set(runs.flatMap(({ warnings }) => warnings));
  if (first === undefined) return [];
  return [`note: ${escapeMarkdown(first, 200)}${more.length > 0 ? ` (and ${more.length} more)` : ""}`];
}

import { importedAt, type Run, type RunStore, scoredCount, shortRunId } from "@flow-state-dev/records";
import { renderScorecard, reportOfRun } from "@flow-state-dev/testing";
import { caseLines } from "../bench/case-line.ts";
import { resultsText } from "../bench/results-text.ts";
import type { ToldErrors } from "../bench/told-errors.ts";
import { isUnchecked, nothingChecked } from "../run/unchecked.ts";
import { isIncomplete } from "../runs/is-incomplete.ts";
import { fitLines } from "../text/fit-lines.ts";
import { operand } from "../text/shell-word.ts";
import { countedInFamilies, timesRuns } from "../text/show-numbers.ts";
import { visibleLine, visibleText } from "../text/visible-text.ts";
import { asStarted } from "../typed/as-started.ts";
import { startWords } from "../typed/start-words.ts";
import { plannedRuns } from "./planned-runs.ts";
import { storedResults } from "./stored-results.ts";

/** Cases listed one by one; beyond, only those that did not pass. */
const casesShown = 50;

/**
 * A run again as its command printed it: the scorecard of patterns, the cases and results of a suite.
 *
 * @param columns of the terminal that it is made to fit; as wide as it comes without
 * @param waiting whether it is given out to workers and none works on it
 */
export async function runText(
  store: RunStore,
  run: Run,
  { columns, waiting = false }: { columns?: number | undefined; waiting?: boolean } = {},
): Promise<string> {
  const { body, told } =
    run.manifest.kind === "compare"
      ? await scorecardOf(store, run, columns)
      : await suiteText(store, run, columns);
  const warnings = told.map((warning) => `warning: ${visibleLine(warning, 400)}\n`);
  const at = importedAt(run.manifest);
  const imported = at === null ? "" : `This run was imported on ${at.slice(0, 10)}: it was made elsewhere.\n`;
  const standing = waiting ? waitingSentence(run.id) : await standingSentence(store, run);
  const unfinished = run.state === "finished" ? "" : standing;
  // Names, notes and evidence may come from elsewhere.
  return fitLines(visibleText(`${body}${imported}${unfinished}${warnings.join("")}`), columns);
}

function waitingSentence(runId: string): string {
  return asStarted(
    `This run is waiting for workers: it is given out, and none works on it. Start one: x worker --on postgres://… Or take it back: x top --stop ${shortRunId(runId)}\n`,
  );
}

async function standingSentence(store: RunStore, run: Run): Promise<string> {
  const totals = await store.totals(run.id);
  if (!isIncomplete(run, totals)) return `This run is ${run.state}.\n`;
  const missing = run.plannedCells - scoredCount(totals);
  const [cell, score] = run.manifest.kind === "compare" ? ["cell", "score"] : ["run", "result"];
  const [what, them] = missing === 1 ? [`1 ${cell} has`, "it"] : [`${missing} ${cell}s have`, "them"];
  return `This run is incomplete: ${what} no ${score}. Its command with --resume tries ${them} again.\n`;
}

async function scorecardOf(
  store: RunStore,
  run: Run,
  columns: number | undefined,
): Promise<{ body: string; told: readonly string[] }> {
  const report = await reportOfRun(store, run);
  const card = renderScorecard(report, "table", { columns });
  return { body: card.endsWith("\n") ? card : `${card}\n`, told: report.warnings };
}

async function suiteText(
  store: RunStore,
  run: Run,
  columns: number | undefined,
): Promise<{ body: string; told: readonly string[] }> {
  const results = await storedResults(store, run);
  const several = results.agents.length > 1;
  const runs = results.cases.flatMap(({ id, agent, planned, runs: own }) =>
    own.map((each) => ({ id, run: each, of: planned, ...(several && { agent }) })),
  );
  const listed =
    runs.length <= casesShown ? runs : runs.filter(({ run: { pass } }) => !pass).slice(0, casesShown);
  const width = Math.min(40, Math.max(0, ...listed.map(({ id }) => id.length + (several ? 12 : 4))));
  const cases = countedInFamilies(Object.keys(run.manifest.tasks).length, results.families, "case");
  const times = timesRuns([...(plannedRuns(run)?.values() ?? [])]);
  const who = results.agents.map((name) => visibleLine(name, 60)).join(", ");
  const head = `${visibleLine(run.manifest.name, 60)} · ${cases}${times} · ${who}`;
  const first = listed.find(({ run: { pass } }) => !pass);
  const hint = first
    ? `Look closer: ${startWords(process.env).join(" ")} show ${shortRunId(run.id)} ${operand(visibleLine(first.id, 400))}\n`
    : "";
  const told: ToldErrors = new Map();
  const body = [
    `${head}\n\n`,
    ...listed.map(({ id, run: each, of, agent }) => {
      const where = { of, width, told, ...(agent !== undefined && { agent }) };
      return `${caseLines(id, each, where).join("\n")}\n`;
    }),
    resultsText(results, columns),
    isUnchecked(run.manifest) ? `${nothingChecked} Passed says that the agent was done.\n` : "",
    hint,
  ].join("");
  return { body, told: results.warnings };
}

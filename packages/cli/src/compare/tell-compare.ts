import { sumUsd } from "@flow-state-dev/core";
import type { RunStore } from "@flow-state-dev/records";
import type { SweepResult } from "@flow-state-dev/sweep";
import { type CompleteReport, type RunBenchmarkConfig, renderScorecard } from "@flow-state-dev/testing";
import type { Budget } from "../bench/budget-stop.ts";
import { spentBudget } from "../bench/spent-budget.ts";
import { withoutTold } from "../bench/told-errors.ts";
import { writeOutput } from "../files/output-file.ts";
import { keptRun } from "../files/write-whole.ts";
import type { GatePolicy } from "../gate/gate-policy.ts";
import { gateMarkdown, gateText } from "../gate/gate-text.ts";
import type { GateResult } from "../gate/hold-gate.ts";
import { holdRun, reportFacts } from "../gate/hold-run.ts";
import type { Against } from "../gate/read-against.ts";
import { writeStepSummary } from "../gate/step-summary.ts";
import { readingWords } from "../machines/reading-words.ts";
import type { InAnyCase } from "../process/in-any-case.ts";
import type { RunUnderWay } from "../runs/run-under-way.ts";
import { storeGoneText } from "../runs/store-trouble-text.ts";
import { failedForSetup } from "../runs/try-again.ts";
import { paintFor } from "../text/colour.ts";
import { inertJson } from "../text/json-text.ts";
import { lookHint } from "../text/look-hint.ts";
import { paintLines } from "../text/paint-lines.ts";
import { isSamePlace } from "../text/same-place.ts";
import { passwordHint } from "../text/shown-word.ts";
import { terminalColumns } from "../text/terminal-columns.ts";
import type { Voice } from "../text/voice.ts";
import { closingLines } from "./closing-lines.ts";
import type { CompareFlags } from "./compare-flags.ts";
import type { RanCompare } from "./run-compare.ts";

/** Where the result of a benchmark is told and written. */
export interface TellingPlace {
  store: RunStore;
  stdout: { write(text: string): unknown };
  voice: Voice;
  underWay: RunUnderWay;
  /** What is to be done whatever becomes of the rest. */
  all: InAnyCase;
  /** Files that are to be written, by their whole paths. */
  outputs: { output: string | undefined; junit: string | undefined };
  gate: { policy: GatePolicy; against: Against | null };
}

/**
 * What a person reads of a benchmark that has ended: the scorecard, what to know of it, how to go on, and what its gate
 * came to, which comes back. Writes the files that were asked for.
 */
export async function tellCompare(
  config: RunBenchmarkConfig,
  ran: RanCompare,
  flags: CompareFlags,
  place: TellingPlace,
): Promise<GateResult> {
  const { report, result, told } = ran;
  const { store, voice, underWay, all, outputs } = place;
  showCard(ran, flags, place);
  if (outputs.output !== undefined)
    await all.act(() => {
      writeOutput(outputs.output!, renderScorecard(report, flags.format ?? "table"), keptRun);
      voice.say(`Written to ${flags.output}.\n`);
    });
  const isGone = underWay.isStoreGone;
  // Why it was stopped is said below.
  const saidBelow = isGone ? undefined : result.stopped?.reason;
  report.warnings.filter((each) => !told.has(each) && each !== saidBelow).forEach(voice.warn);
  const shown = isSamePlace() ? withoutToldReason(result, report) : result;
  const below = isGone
    ? storeGoneText("The scorecard", flags.output)
    : closingLines(
        shown,
        await spentBudget(store, result, budgetOf(config, ran), []),
        process,
        await failedForSetup(store, result),
      );
  voice.say(below + passwordHint(below));
  const gate = await gateOf(ran, place);
  voice.say(gateText(gate));
  writeStepSummary(`${renderScorecard(report, "markdown")}\n${gateMarkdown(gate)}`, process);
  if (outputs.junit !== undefined)
    await all.act(async () => {
      const { writeJunit } = await import("../gate/write-junit.ts");
      await writeJunit(outputs.junit!, store, [result.runId], [gate]);
    });
  return gate;
}

function showCard(
  { report, result }: RanCompare,
  flags: CompareFlags,
  { stdout, underWay }: TellingPlace,
): void {
  const format = flags.format ?? "table";
  const card = renderScorecard(report, format, { columns: terminalColumns(process.stdout) });
  const paint = paintFor(process.stdout, process.env);
  const shown = format === "table" ? paintLines(card, paint) : format === "json" ? inertJson(card) : card;
  stdout.write(shown.endsWith("\n") ? shown : `${shown}\n`);
  if (format !== "json" && !underWay.isStoreGone)
    stdout.write(lookHint(result.runId, process.stdout, readingWords(flags, process.env)));
}

/** A run that was cut off is not held against anything: its exit code says so already. */
async function gateOf({ report, result }: RanCompare, { store, gate }: TellingPlace): Promise<GateResult> {
  if (result.interrupted || result.stopped !== null) return { passed: true, checks: [] };
  return holdRun(store, result.runId, reportFacts(report), gate);
}

/** Who reads the closing lines below the scorecard has read there what stopped it. */
function withoutToldReason(result: SweepResult, { failures = [] }: CompleteReport): SweepResult {
  if (!result.stopped) return result;
  const told = new Map(failures.map(({ message, subject }) => [message, subject]));
  return { ...result, stopped: { reason: withoutTold(result.stopped.reason, told) } };
}

/** What was spent outside the cells, on checks of the judge, was taken from it before. */
function budgetOf(
  { maxCostUsd: usd, limits }: RunBenchmarkConfig,
  { report, result, beforeUsd }: RanCompare,
): Required<Budget> | undefined {
  if (usd === undefined) return undefined;
  const { subject, judge, agent } = result.spend;
  const takenUsd = sumUsd([report.totalCostUsd, -subject, -judge, -agent]);
  return { usd, strict: limits?.strict ?? false, takenUsd, beforeUsd };
}

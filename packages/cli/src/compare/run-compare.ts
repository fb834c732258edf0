import { type RunStore, shortRunId } from "@flow-state-dev/records";
import type { CellDispatch, SweepResult } from "@flow-state-dev/sweep";
import {
  type CompleteReport,
  type RunBenchmarkConfig,
  renderScorecard,
  reportOfRun,
  runBenchmark,
} from "@flow-state-dev/testing";
import { goOnSentence } from "../machines/go-on-sentence.ts";
import { warningsTo } from "../process/own-warnings.ts";
import { interruptibleCommand } from "../progress/interruptible-command.ts";
import { refusedSentence } from "../progress/refused-sentence.ts";
import { showProgress } from "../progress/show-progress.ts";
import { unansweredSentence } from "../progress/unanswered-sentence.ts";
import { unattendedSentence } from "../progress/unattended-sentence.ts";
import type { RunUnderWay } from "../runs/run-under-way.ts";
import { fitStderr } from "../text/fit-stderr.ts";
import { terminalColumns } from "../text/terminal-columns.ts";
import { visibleText } from "../text/visible-text.ts";
import type { CompareFlags } from "./compare-flags.ts";
import type { ForeignCode } from "./foreign-code.ts";
import { headline } from "./headline.ts";

/** A benchmark that was run here. */
export interface RanCompare {
  report: CompleteReport;
  result: SweepResult;
  /** Warnings that were told when they came up. */
  told: ReadonlySet<string>;
  /** What the run had spent before, as far as it counts against a budget, in US dollars. */
  beforeUsd: number;
}

/** Runs a benchmark with its display, and tells what comes up on the way. */
export async function runCompare(
  config: RunBenchmarkConfig,
  flags: CompareFlags,
  store: RunStore,
  {
    foreign,
    dispatch,
    underWay,
  }: { foreign: ForeignCode; dispatch: CellDispatch | undefined; underWay: RunUnderWay },
): Promise<RanCompare> {
  using shown = showProgress({
    terminal: process.stderr,
    budgetUsd: config.maxCostUsd,
    headline: headline(config),
  });
  using _warnings = warningsTo((sentence) => shown.print(fitStderr(`warning: ${sentence}`)));
  const goOn = goOnSentence(dispatch !== undefined);
  foreign.begin(shown, goOn);
  let result: SweepResult | undefined;
  let beforeUsd = 0;
  const told = new Set<string>();
  using interrupts = interruptibleCommand(process, {
    goOn,
    say: (text) => shown.print(fitStderr(text)),
    ...(dispatch && {
      leave() {
        shown[Symbol.dispose]();
        foreign.end(130);
        process.exit(130);
      },
    }),
    onEvent(event) {
      shown.onEvent(event);
      underWay.onEvent(event);
      if (event.type === "done") result = event.result;
      if (event.type === "planned") beforeUsd = event.spentUsd;
      if (event.type === "planned" && event.kept === event.cells) {
        shown.print(`Run ${shortRunId(event.runId)} was finished already: nothing is run or spent.`);
      }
      if (event.type === "refused") shown.print(fitStderr(refusedSentence(event)));
      if (event.type === "unanswered") shown.print(fitStderr(unansweredSentence(event)));
      if (event.type === "unattended") shown.print(fitStderr(unattendedSentence(event)));
      // Why a run was not continued must be known while it can still be stopped.
      if (event.type !== "warning") return;
      told.add(event.message);
      shown.print(fitStderr(`warning: ${visibleText(event.message)}`));
    },
  });
  const { signal, drain, onEvent } = interrupts;
  const report = await runBenchmark({
    ...config,
    ...{ store, resume: flags.resume ?? false, signal, drain, onEvent },
    // Nothing but the JSON tells what was written; the store has it.
    outputs: flags.format === "json",
    onJudgeCheck: shown.onJudgeCheck,
    ...(dispatch && { sharing: { role: "planner" as const, dispatch } }),
  }).catch(async (error: unknown) => {
    shown[Symbol.dispose]();
    if (underWay.isBrokenBy(error)) foreign.stdout.write(await partialCard(store, underWay.begunId!, flags));
    throw error;
  });
  return { report, result: result!, told, beforeUsd };
}

/** What is kept of a run that broke off; nothing when that cannot be read. */
async function partialCard(store: RunStore, runId: string, { format }: CompareFlags): Promise<string> {
  try {
    const found = await store.findRun(runId);
    if (!found) return "";
    const columns = terminalColumns(process.stdout);
    const card = renderScorecard(await reportOfRun(store, found), format ?? "table", { columns });
    return card.endsWith("\n") ? card : `${card}\n`;
  } catch {
    return "";
  }
}

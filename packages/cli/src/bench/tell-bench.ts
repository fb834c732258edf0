import type { RunStore } from "@flow-state-dev/records";
import type { SuiteRun } from "@flow-state-dev/suites";
import type { SweepResult } from "@flow-state-dev/sweep";
import { resultsMarkdown } from "../export/results-markdown.ts";
import { gateMarkdown, gateText } from "../gate/gate-text.ts";
import type { GateResult } from "../gate/hold-gate.ts";
import { holdRun, suiteFacts } from "../gate/hold-run.ts";
import { writeStepSummary } from "../gate/step-summary.ts";
import { readingWords } from "../machines/reading-words.ts";
import type { RunUnderWay } from "../runs/run-under-way.ts";
import { storeGoneText } from "../runs/store-trouble-text.ts";
import { failedForSetup } from "../runs/try-again.ts";
import { lookHint } from "../text/look-hint.ts";
import { isSamePlace } from "../text/same-place.ts";
import { passwordHint } from "../text/shown-word.ts";
import { terminalColumns } from "../text/terminal-columns.ts";
import type { Voice } from "../text/voice.ts";
import { commandAgain } from "../typed/again.ts";
import type { BenchFlags } from "./bench-flags.ts";
import type { Budget } from "./budget-stop.ts";
import { benchClosing } from "./closing-lines.ts";
import type { HeldBench } from "./prepare-benches.ts";
import { resultsText } from "./results-text.ts";
import type { RanBench } from "./run-bench.ts";
import { spentBudget } from "./spent-budget.ts";
import { withoutTold } from "./told-errors.ts";

interface TellingPlace {
  store: RunStore;
  voice: Voice;
  underWay: RunUnderWay;
  budget: Required<Budget> | undefined;
  /** Runs of this command up to now, this one included. */
  runs: readonly SuiteRun[];
}

/**
 * What a person reads of a suite that has ended: its results, what to know of them, how to go on, and what its gate
 * came to, which comes back; null when the run was cut off.
 */
export async function tellBench(
  bench: HeldBench,
  run: RanBench,
  flags: BenchFlags,
  { store, voice, underWay, budget, runs }: TellingPlace,
): Promise<GateResult | null> {
  const { results, sweep, told } = run;
  const isGone = underWay.isStoreGone;
  const look = isGone ? "" : lookHint(results.run, process.stdout, readingWords(flags, process.env));
  voice.show(resultsText(results, terminalColumns(process.stdout)) + look);
  const saidBelow = isGone || sweep.interrupted ? undefined : sweep.stopped?.reason;
  results.warnings.filter((it) => !told.warnings.has(it) && it !== saidBelow).forEach(voice.warn);
  const command = commandAgain(process, { without: ["--resume", "--budget"] });
  const shown = isSamePlace() ? withoutToldReason(run) : sweep;
  const paidIds = runs.map(({ sweep: { runId } }) => runId);
  const closing = isGone
    ? storeGoneText("What is shown", flags.output)
    : benchClosing(
        shown,
        await spentBudget(store, sweep, budget, paidIds),
        command,
        await failedForSetup(store, sweep),
      );
  voice.say(closing + passwordHint(closing));
  const gate = await gateOf(store, run, bench);
  if (gate) voice.say(gateText(gate));
  writeStepSummary(`${resultsMarkdown(results)}${gate ? gateMarkdown(gate) : ""}`, process);
  return gate;
}

/** Who reads the closing lines below those of the runs has read there what stopped them. */
function withoutToldReason({ sweep, told }: RanBench): SweepResult {
  const reason = sweep.stopped?.reason;
  return reason === undefined ? sweep : { ...sweep, stopped: { reason: withoutTold(reason, told.errors) } };
}

/** A run that was cut off is not held against anything: its exit code says so already. */
async function gateOf(
  store: RunStore,
  { results, sweep }: RanBench,
  bench: HeldBench,
): Promise<GateResult | null> {
  if (sweep.interrupted || sweep.stopped) return null;
  return holdRun(store, results.run, suiteFacts(results), bench);
}

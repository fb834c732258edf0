import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { formatMoney } from "@flow-state-dev/core";
import type { CellId, RunManifest, RunStore } from "@flow-state-dev/records";
import { renderEvent, runSuite, type SandboxChoice, type SuiteRun } from "@flow-state-dev/suites";
import type { CellDispatch, SweepPlanned } from "@flow-state-dev/sweep";
import { displayWidth } from "@flow-state-dev/testing/display-width";
import { userPrices } from "../files/user-prices.ts";
import { goOnSentence } from "../machines/go-on-sentence.ts";
import { sweepLimitsOf } from "../machines/provider-limits.ts";
import { readingWords } from "../machines/reading-words.ts";
import { storeAddress } from "../machines/store-place.ts";
import { warningsTo } from "../process/own-warnings.ts";
import { interruptibleCommand } from "../progress/interruptible-command.ts";
import { refusedSentence } from "../progress/refused-sentence.ts";
import type { Terminal } from "../progress/status-block.ts";
import { unansweredSentence } from "../progress/unanswered-sentence.ts";
import { unattendedSentence } from "../progress/unattended-sentence.ts";
import type { RunUnderWay } from "../runs/run-under-way.ts";
import { shortNames } from "../text/short-names.ts";
import { visibleText } from "../text/visible-text.ts";
import type { BenchFlags } from "./bench-flags.ts";
import { showBench } from "./bench-progress.ts";
import { caseLines, caseName } from "./case-line.ts";
import type { PlannedBench } from "./plan-bench.ts";
import { readCaseRun } from "./read-case-run.ts";
import { showHint } from "./show-hint.ts";
import type { ToldErrors } from "./told-errors.ts";

/** What running a suite needs beside the suite. */
export interface RunBenchParts {
  flags: BenchFlags;
  folder: string;
  sandbox: SandboxChoice;
  store: RunStore;
  /** Of this suite: what is left of the money for all. */
  budgetUsd: number | undefined;
  /** Another suite is run after this one, so that the last run will be its. */
  isFollowed: boolean;
  out: Terminal;
  /** Is told what the sweep tells. */
  underWay: Pick<RunUnderWay, "onEvent">;
  /** Told what is planned, before anything of it runs; may throw. */
  beforeRun?: (manifest: RunManifest) => void | Promise<void>;
  /** Gives the cells out to other machines, in place of running them here. */
  dispatch?: CellDispatch;
  /** Further absolute paths that agents do not see: what is not there on other machines either. */
  unseen?: readonly string[];
}

/** A suite that was run here. */
export interface RanBench extends SuiteRun {
  /** Somebody asked to stop; the suite may have come to its end all the same. */
  askedToStop: boolean;
  /** What its lines have said, and need not be said again below them. */
  told: { errors: ToldErrors; warnings: ReadonlySet<string> };
}

/** Characters of an agent's name that stand before every line; the line of a command: may be long. */
const longestAgent = 40;

/** Runs a suite with its display: a line for every run that ends, as it ends, and what runs now below them. */
export async function runBench(bench: PlannedBench, parts: RunBenchParts): Promise<RanBench> {
  const { suite, cases, agents } = bench;
  const { flags, folder, sandbox, store, budgetUsd, out } = parts;
  const several = agents.length > 1;
  const runsOf = (task: string) => flags.runs ?? cases.find(({ id }) => id === task)?.runs ?? 1;
  const shortName = shortNames(
    agents.map(({ name }) => name),
    longestAgent,
  );
  const whereOf = ({ subject, task }: Pick<CellId, "subject" | "task">) => ({
    ...(several && { agent: shortName(subject) }),
    of: runsOf(task),
  });
  const nameOf = (cell: CellId) => caseName(cell.task, cell.run, whereOf(cell));
  const names = cases.flatMap(({ id }) =>
    agents.map(({ name }) => nameOf({ subject: name, task: id, run: runsOf(id) - 1 })),
  );
  const width = Math.min(40, Math.max(...names.map(displayWidth)));
  let runId = "";
  let printing = Promise.resolve();
  const told = { errors: new Map() as ToldErrors, warnings: new Set<string>() };
  using shown = showBench({ out, terminal: process.stderr, budgetUsd, nameOf });
  using _warnings = warningsTo((sentence) => shown.say(`warning: ${sentence}`));
  const begin = readingWords(flags, process.env);
  const isShared = storeAddress(flags, process.env) !== undefined;
  // A run that is gone on with may be older than others.
  const isLast = async () => !isShared && !parts.isFollowed && (await store.findRun("last"))?.id === runId;
  const printRun = async (cell: CellId) => {
    const run = await readCaseRun(store, runId, cell);
    if (!run) return;
    if (run.cost === null) shown.onUnknownCost();
    const only = !several && runsOf(cell.task) === 1;
    const hint =
      run.outcome === "passed"
        ? []
        : [`      ${showHint(runId, cell, { only, byId: !(await isLast()), begin })}`];
    shown.print(
      [...caseLines(cell.task, run, { ...whereOf(cell), width, told: told.errors }), ...hint].join("\n"),
    );
  };
  using interrupts = interruptibleCommand(process, {
    goOn: goOnSentence(parts.dispatch !== undefined),
    say: (text) => shown.say(text),
    ...(parts.dispatch && {
      leave() {
        shown[Symbol.dispose]();
        process.exit(130);
      },
    }),
    onEvent(event) {
      shown.onEvent(event);
      parts.underWay.onEvent(event);
      if (event.type === "planned") {
        runId = event.runId;
        const before = beforeWords(event);
        if (before !== null) shown.print(`  ${before}`);
        // Why a run was not continued must be known while it can still be stopped.
        for (const warning of event.warnings) {
          told.warnings.add(warning);
          shown.say(`warning: ${visibleText(warning)}`);
        }
      }
      if (event.type === "refused") shown.say(refusedSentence(event));
      if (event.type === "unanswered") shown.say(unansweredSentence(event));
      if (event.type === "unattended") shown.say(unattendedSentence(event));
      // One after the other, in the order in which they ended; a line that cannot be shown is no reason to stop.
      if (event.type === "finished") printing = printing.then(() => printRun(event.cell)).catch(() => {});
    },
  });
  const { signal, drain, onEvent } = interrupts;
  const run = await runSuite({
    ...{ suite, agents, cases, sandbox, folder, store, signal, drain, onEvent },
    ...{ resume: flags.resume ?? false, concurrency: flags.concurrent ?? 1, prices: userPrices() },
    unseen: [join(folder, ".x"), ...ownPaths(flags, folder), ...(parts.unseen ?? [])],
    onCaseEvent(where, event) {
      shown.onCaseEvent(where, event);
      if (!flags.verbose) return;
      const name = nameOf({ subject: where.agent, task: where.caseId, run: where.run });
      const lines = renderEvent(event, { prefix: `${name} │` });
      if (lines.length > 0) shown.print(lines.join("\n"));
    },
    onCaseStage: shown.onCaseStage,
    onPreparing: shown.onPreparing,
    onNotice: (notice) => shown.say(`note: ${visibleText(notice)}`),
    ...(parts.beforeRun && { beforeRun: parts.beforeRun }),
    ...(parts.dispatch && { sharing: { role: "planner" as const, dispatch: parts.dispatch } }),
    ...(flags.model !== undefined && { model: flags.model }),
    ...(flags.judgeModel !== undefined && { judgeModel: flags.judgeModel }),
    ...(flags.runs !== undefined && { runs: flags.runs }),
    ...(budgetUsd !== undefined && { budgetUsd }),
    ...sweepLimitsOf(flags),
    ...(flags.keep !== undefined && { keep: resolve(folder, flags.keep) }),
  });
  await printing;
  return { ...run, askedToStop: drain.aborted, told };
}

/** What a continued run had come to before; null when that is nothing. */
function beforeWords({ kept, cells, spentUsd }: SweepPlanned): string | null {
  const spent = spentUsd > 0 ? `${formatMoney(spentUsd)} was spent before` : null;
  if (kept === 0) return spent;
  const done = `${kept} of ${cells} runs were done before`;
  return spent === null ? done : `${done}; ${spent}`;
}

/** What earlier runs left, answers in it: no agent may see it. */
function ownPaths({ output, keep, junit, against }: BenchFlags, folder: string): string[] {
  const paths = [output, keep, junit]
    .filter((path) => path !== undefined)
    .map((path) => resolve(folder, path));
  const held = against === undefined ? [] : [resolve(folder, against)];
  // What is held against is a run or a file; a folder that happens to be called like a run is neither.
  return [...paths, ...held.filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())];
}

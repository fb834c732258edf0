import { existsSync } from "node:fs";
import { join } from "node:path";
import { MissingKeyError, sumUsd } from "@flow-state-dev/core";
import { openStore, openStoreAt, type RunStore, shortRunId } from "@flow-state-dev/records";
import type { CellDispatch, SweepResult } from "@flow-state-dev/sweep";
import {
  type BenchmarkDefinition,
  type BenchmarkForecast,
  type CompleteReport,
  checkBenchmark,
  findGradedRun,
  planBenchmark,
  planManifest,
  type RunBenchmarkConfig,
  renderScorecard,
  reportOfRun,
  runBenchmark,
  taskHash,
} from "@flow-state-dev/testing";
import { commandAgain } from "../again.ts";
import type { Budget } from "../bench/budget-stop.ts";
import { withoutTold } from "../bench/told-errors.ts";
import { paintFor } from "../colour.ts";
import { buildBenchmarkRun } from "../compare/build-benchmark-run.ts";
import { closingLines } from "../compare/closing-lines.ts";
import type { CompareFlags } from "../compare/compare-flags.ts";
import { exitCodeOf, exitCodeOfResult } from "../compare/exit-code.ts";
import { forecastText } from "../compare/forecast-text.ts";
import { type ForeignCode, watchForeignCode } from "../compare/foreign-code.ts";
import { headline } from "../compare/headline.ts";
import { judgeIds } from "../compare/judge-ids.ts";
import { keyErrorText } from "../compare/key-error-text.ts";
import { loadBenchmark } from "../compare/load-benchmark.ts";
import { firstError } from "../first-error.ts";
import { fitLines } from "../fit-lines.ts";
import { fitStderr } from "../fit-stderr.ts";
import { gatePolicy } from "../gate/gate-policy.ts";
import { gateMarkdown, gateText } from "../gate/gate-text.ts";
import type { GateResult } from "../gate/hold-gate.ts";
import { holdRun, reportFacts } from "../gate/hold-run.ts";
import { checkContents, readAgainst } from "../gate/read-against.ts";
import { writeStepSummary } from "../gate/step-summary.ts";
import { inAnyCase } from "../in-any-case.ts";
import { lookHint } from "../look-hint.ts";
import { goOnSentence } from "../machines/go-on-sentence.ts";
import { checkMachineFlags } from "../machines/machine-flags-error.ts";
import { readingWords } from "../machines/reading-words.ts";
import { storeAddress } from "../machines/store-place.ts";
import { messageOf } from "../message-of.ts";
import { checkServers } from "../models/check-servers.ts";
import { writeOutput } from "../output-file.ts";
import { warningsTo } from "../own-warnings.ts";
import { paintLines } from "../paint-lines.ts";
import { prepareOutputs } from "../prepare-outputs.ts";
import { interruptibleCommand } from "../progress/interruptible-command.ts";
import { refusedSentence } from "../progress/refused-sentence.ts";
import { showProgress } from "../progress/show-progress.ts";
import { unansweredSentence } from "../progress/unanswered-sentence.ts";
import { unattendedSentence } from "../progress/unattended-sentence.ts";
import { checkResumedHere } from "../runs/resumable-elsewhere.ts";
import { RunUnderWay } from "../runs/run-under-way.ts";
import { brokenRunText, storeGoneText } from "../runs/store-trouble-text.ts";
import { failedForSetup } from "../runs/try-again.ts";
import { unfinishedHint } from "../runs/unfinished-hint.ts";
import { isSamePlace } from "../same-place.ts";
import { passwordHint } from "../shown-word.ts";
import { terminalColumns } from "../terminal-columns.ts";
import { toldError } from "../told-error.ts";
import { userPrices } from "../user-prices.ts";
import { visibleText } from "../visible-text.ts";
import { keptRun } from "../write-whole.ts";
import type { XContext } from "../x-context.ts";

/**
 * `x compare <benchmark.ts>`: runs a benchmark and prints its scorecard, the only thing on stdout. Exit codes: 0 done,
 * 1 budget exceeded or a gate failed, 2 bad arguments or definition, or stopped for its setup, 4 file cannot be loaded,
 * 10 something broke, 130 interrupted.
 */
export async function compare(this: XContext, flags: CompareFlags, file: string): Promise<void> {
  const { stderr } = this.process;
  const folder = process.cwd();
  const foreign = watchForeignCode(process, folder);
  const { stdout } = foreign;
  let underWay: RunUnderWay | undefined;
  let definition: BenchmarkDefinition | undefined;
  try {
    checkMachineFlags(flags);
    definition = await loadBenchmark(file, folder);
    const built = buildBenchmarkRun(definition, flags);
    // A model with a price of its own keeps it, unless somebody says otherwise.
    const config = process.env.X_PRICES ? { ...built, prices: built.prices ?? userPrices() } : built;
    if (flags.plan) {
      const planned = await forecast(config, folder, storeAddress(flags, this.process.env));
      stdout.write(
        flags.format === "json"
          ? `${JSON.stringify(planned, null, 2)}\n`
          : fitLines(forecastText(planned, calledModels(config)), terminalColumns(process.stdout)),
      );
      return;
    }
    checkBenchmark(config);
    const address = storeAddress(flags, this.process.env);
    // What is graded anew is a run of this folder.
    if (flags.resume && flags.regrade === undefined && address === undefined)
      await checkResumedHere(folder, planManifest(config));
    const unsure = flags.on === undefined ? await checkServers(servedModels(config), this.process.env) : [];
    for (const sentence of unsure) stderr.write(fitStderr(`warning: ${visibleText(sentence)}\n`));
    const { output, junit } = prepareOutputs({ output: flags.output, junit: flags.junit }, folder, [file]);
    const policy = gatePolicy({}, flags.gate, config.margin);
    await using opened = closing(address === undefined ? openStore(folder) : await openStoreAt(address));
    const { store } = opened;
    underWay = new RunUnderWay(address === undefined ? folder : null);
    await using giving = flags.on === undefined ? undefined : await giveOut(flags.on, flags.queue);
    const place = {
      store: () => store,
      folder,
      shared: address !== undefined,
      kind: "compare",
      name: config.name ?? "benchmark",
      about: {
        subjects: config.subjects.map(({ name }) => name),
        tasks: config.tasks.map(({ id }) => id),
      },
      resume: flags.resume ?? false,
      judge: judgeIds(config).join(", ") || undefined,
      note: (sentence: string) => void stderr.write(fitStderr(`warning: ${visibleText(sentence)}\n`)),
    } as const;
    const against = flags.against === undefined ? null : await readAgainst(flags.against, place);
    if (against) {
      const contents = Object.fromEntries(config.tasks.map((task) => [task.id, taskHash(task)]));
      checkContents(flags.against!, against, contents);
    }
    const graded = flags.regrade ? await findGradedRun(store, flags.regrade, place.name) : undefined;
    if (!flags.resume)
      stderr.write(
        fitStderr(await unfinishedHint(store, place, () => planManifest(config, graded), "cells")),
      );
    const subjects = config.subjects.map(({ name }) => name);
    const given = await giving?.compare(file, flags, { folder, subjects });
    stderr.write(visibleText(given?.notice ?? ""));
    const { report, result, told } = await run(
      { ...config, ...(graded && { regrade: graded.id }) },
      flags,
      store,
      {
        ...{ foreign, dispatch: given?.dispatch, underWay },
      },
    );
    const card = (columns?: number) => renderScorecard(report, flags.format ?? "table", { columns });
    const fitted = card(terminalColumns(process.stdout));
    const shown =
      (flags.format ?? "table") === "table"
        ? paintLines(fitted, paintFor(process.stdout, process.env))
        : fitted;
    stdout.write(shown.endsWith("\n") ? shown : `${shown}\n`);
    const isGone = underWay.isStoreGone;
    if (flags.format !== "json" && !isGone)
      stdout.write(lookHint(result.runId, process.stdout, readingWords(flags, process.env)));
    const all = inAnyCase((error) => stderr.write(toldError(messageOf(firstError(error) as Error))));
    if (output !== undefined)
      await all.act(() => {
        writeOutput(output, card(), keptRun);
        stderr.write(`Written to ${flags.output}.\n`);
      });
    // Why it was stopped is said below.
    const stop = isGone ? undefined : result.stopped?.reason;
    for (const warning of report.warnings.filter((each) => !told.has(each) && each !== stop))
      stderr.write(fitStderr(`warning: ${visibleText(warning)}\n`));
    const below = isGone
      ? storeGoneText("The scorecard", flags.output)
      : closingLines(
          isSamePlace() ? withoutToldReason(result, report) : result,
          ...([budgetOf(config, report, result), process, await failedForSetup(store, result)] as const),
        );
    stderr.write(fitStderr(below + passwordHint(below)));
    // A run that was cut off is not held against anything: its exit code says so already.
    const cutOff = result.interrupted || result.stopped !== null;
    const gate: GateResult = cutOff
      ? { passed: true, checks: [] }
      : await holdRun(store, result.runId, reportFacts(report), { policy, against });
    stderr.write(fitStderr(gateText(gate)));
    writeStepSummary(`${renderScorecard(report, "markdown")}\n${gateMarkdown(gate)}`, this.process);
    if (junit !== undefined)
      await all.act(async () => {
        const { writeJunit } = await import("../gate/write-junit.ts");
        await writeJunit(junit, store, [result.runId], [gate]);
      });
    all.end();
    this.exitCode = exitCodeOfResult(result) || (gate.passed && !report.budgetExceeded ? 0 : 1);
  } catch (error) {
    const isBroken = underWay?.isBrokenBy(error) ?? false;
    this.exitCode = isBroken ? 10 : exitCodeOf(error);
    if (this.exitCode === 10 && !isBroken) throw error;
    const first = firstError(error) as Error;
    const message =
      definition && first instanceof MissingKeyError
        ? keyErrorText(first, definition, flags, process)
        : messageOf(first);
    const again = commandAgain(process, { without: ["--resume"], add: ["--resume"] });
    const broken = isBroken ? `${brokenRunText(message, underWay!.isStoreGone, again)}\n` : "";
    stderr.write(isBroken ? visibleText(broken) + passwordHint(broken) : toldError(message));
  } finally {
    foreign.end(this.exitCode ?? 0);
  }
}

/** Who reads the closing lines below the scorecard has read there what stopped it. */
function withoutToldReason(result: SweepResult, { failures = [] }: CompleteReport): SweepResult {
  if (!result.stopped) return result;
  const told = new Map(failures.map(({ message, subject }) => [message, subject]));
  return { ...result, stopped: { reason: withoutTold(result.stopped.reason, told) } };
}

/** Models that are served by their providers: those that a definition makes itself are its own business. */
function servedModels(config: RunBenchmarkConfig): string[] {
  const isOurs = (resolver: unknown) => resolver === undefined || "resolveId" in (resolver as object);
  return [
    ...(isOurs(config.modelResolver) && config.regrade === undefined ? [config.model] : []),
    ...(isOurs(config.judgeResolver) ? judgeIds(config) : []),
  ];
}

/** Looks at what earlier runs cost, where there are any; makes nothing. */
async function forecast(
  config: RunBenchmarkConfig,
  folder: string,
  address: string | undefined,
): Promise<BenchmarkForecast> {
  if (address === undefined && !existsSync(join(folder, ".x", "x.db"))) {
    const { store: _store, ...rest } = config;
    return planBenchmark(rest);
  }
  await using opened = closing(address === undefined ? openStore(folder) : await openStoreAt(address));
  return await planBenchmark({ ...config, store: opened.store });
}

function calledModels(config: RunBenchmarkConfig): string[] {
  return [...config.subjects.map((subject) => subject.model ?? config.model), ...judgeIds(config)];
}

interface Ran {
  report: CompleteReport;
  result: SweepResult;
  /** Warnings that were told when they came up. */
  told: ReadonlySet<string>;
}

async function run(
  config: RunBenchmarkConfig,
  flags: CompareFlags,
  store: RunStore,
  {
    foreign,
    dispatch,
    underWay,
  }: { foreign: ForeignCode; dispatch: CellDispatch | undefined; underWay: RunUnderWay },
): Promise<Ran> {
  using shown = showProgress({
    terminal: process.stderr,
    budgetUsd: config.maxCostUsd,
    headline: headline(config),
  });
  using _warnings = warningsTo((sentence) => shown.print(fitStderr(`warning: ${sentence}`)));
  const goOn = goOnSentence(dispatch !== undefined);
  foreign.begin(shown, goOn);
  let result: SweepResult | undefined;
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
    onJudgeCheck: shown.onJudgeCheck,
    ...(dispatch && { sharing: { role: "planner" as const, dispatch } }),
  }).catch(async (error: unknown) => {
    shown[Symbol.dispose]();
    if (underWay.isBrokenBy(error)) foreign.stdout.write(await partialCard(store, underWay.begunId!, flags));
    throw error;
  });
  return { report, result: result!, told };
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

function closing(store: RunStore): { store: RunStore } & AsyncDisposable {
  return { store, [Symbol.asyncDispose]: () => store.close() };
}

/** What was spent outside the cells, on checks of the judge, was taken from it before. */
function budgetOf(
  { maxCostUsd: usd, limits }: RunBenchmarkConfig,
  { totalCostUsd }: CompleteReport,
  { spend: { subject, judge, agent } }: SweepResult,
): Required<Budget> | undefined {
  if (usd === undefined) return undefined;
  const takenUsd = sumUsd([totalCostUsd, -subject, -judge, -agent]);
  return { usd, strict: limits?.strict ?? false, takenUsd };
}

/** What most benchmarks have no use for brings all of suites with it: a third of what a start has to load. */
async function giveOut(url: string, queueUrl: string | undefined) {
  const { openGivingPlace } = await import("../machines/give-out.ts");
  return openGivingPlace(url, queueUrl);
}

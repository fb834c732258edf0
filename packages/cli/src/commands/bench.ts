import { resolve } from "node:path";
import { createModelResolver, sumUsd } from "@flow-state-dev/core";
import { openStoreAt, type RunManifest, type RunStore } from "@flow-state-dev/records";
import {
  checkBench,
  chooseSandbox,
  estimateCost,
  isJudged,
  judgedByOwn,
  planManifest,
  type SandboxChoice,
  type Suite,
  type SuiteRun,
} from "@flow-state-dev/suites";
import type { SweepResult } from "@flow-state-dev/sweep";
import { commandAgain } from "../again.ts";
import type { BenchFlags } from "../bench/bench-flags.ts";
import { benchHeadline } from "../bench/bench-headline.ts";
import { type Budget, countedUsd } from "../bench/budget-stop.ts";
import { checkOutputs } from "../bench/check-outputs.ts";
import { benchClosing } from "../bench/closing-lines.ts";
import { benchErrorText } from "../bench/error-text.ts";
import { exitCodeOfError, exitCodeOfRuns } from "../bench/exit-code.ts";
import { judgesAsked, modelsAsked } from "../bench/models-asked.ts";
import { type PlannedBench, planBenches } from "../bench/plan-bench.ts";
import { benchPlanText, paidCases } from "../bench/plan-text.ts";
import { readSuites } from "../bench/read-suites.ts";
import { checkReplays } from "../bench/replayed-runs.ts";
import { resultsText } from "../bench/results-text.ts";
import { type RanBench, runBench } from "../bench/run-bench.ts";
import { allRuns, type RunsLeft, runsLeft } from "../bench/runs-left.ts";
import { withoutTold } from "../bench/told-errors.ts";
import { writeResults } from "../bench/write-results.ts";
import { paintFor } from "../colour.ts";
import { resultsMarkdown } from "../export/results-markdown.ts";
import { fitLines } from "../fit-lines.ts";
import { fitStderr } from "../fit-stderr.ts";
import { type GatePolicy, gatePolicy } from "../gate/gate-policy.ts";
import { gateMarkdown, gateText } from "../gate/gate-text.ts";
import type { GateResult } from "../gate/hold-gate.ts";
import { holdRun, suiteFacts } from "../gate/hold-run.ts";
import { type Against, checkContents, checkSuiteJudge, readAgainst } from "../gate/read-against.ts";
import { sameWork } from "../gate/same-work.ts";
import { writeStepSummary } from "../gate/step-summary.ts";
import { writeJunit } from "../gate/write-junit.ts";
import { inAnyCase } from "../in-any-case.ts";
import { lookHint } from "../look-hint.ts";
import { checkTravels } from "../machines/check-travels.ts";
import { openGivingPlace } from "../machines/give-out.ts";
import { checkMachineFlags } from "../machines/machine-flags-error.ts";
import { sweepLimitsOf } from "../machines/provider-limits.ts";
import { readingWords } from "../machines/reading-words.ts";
import { storeAddress } from "../machines/store-place.ts";
import { checkServers } from "../models/check-servers.ts";
import { paintLines } from "../paint-lines.ts";
import { prepareOutputs } from "../prepare-outputs.ts";
import { type LazyStore, lazyStore } from "../runs/lazy-store.ts";
import { checkResumedHere } from "../runs/resumable-elsewhere.ts";
import { RunUnderWay } from "../runs/run-under-way.ts";
import { brokenRunText, storeGoneText } from "../runs/store-trouble-text.ts";
import { failedForSetup } from "../runs/try-again.ts";
import { unfinishedHint } from "../runs/unfinished-hint.ts";
import { isSamePlace } from "../same-place.ts";
import { storedResults } from "../show/stored-results.ts";
import { passwordHint } from "../shown-word.ts";
import { terminalColumns } from "../terminal-columns.ts";
import { toldError } from "../told-error.ts";
import { userPrices } from "../user-prices.ts";
import { visibleText } from "../visible-text.ts";
import type { XContext } from "../x-context.ts";

/**
 * `x bench <suite…>`: runs the cases of suites with an agent, each in a fresh workspace. Exit codes: 0 all passed, 1 some
 * failed or under `--fail-under`, or a gate failed, 2 bad suite or arguments, or stopped for its setup, 3 stopped by the
 * budget, 10 something broke, 130 interrupted.
 * With `--plan` nothing is run: 0. With `--against` the gate decides, and cases that fail do not fail the command by themselves.
 */
export async function bench(this: XContext, flags: BenchFlags, ...files: string[]): Promise<void> {
  const folder = process.cwd();
  const runs: SuiteRun[] = [];
  const gates: GateResult[] = [];
  let underWay: RunUnderWay | undefined;
  let at: Pick<Suite, "file" | "cases"> = { file: files[0]!, cases: [] };
  const fail = (error: unknown) => {
    const isBroken = underWay?.isBrokenBy(error) ?? false;
    this.exitCode = isBroken ? 10 : exitCodeOfError(error);
    if (this.exitCode === 10 && !isBroken) throw error;
    const message = benchErrorText(error as Error, at.file, isSolved(at));
    const again = commandAgain(process, { without: ["--resume"], add: ["--resume"] });
    const broken = isBroken ? `${brokenRunText(message, underWay!.isStoreGone, again)}\n` : "";
    this.process.stderr.write(isBroken ? visibleText(broken) + passwordHint(broken) : toldError(message));
  };
  try {
    checkMachineFlags(flags);
    const address = storeAddress(flags, this.process.env);
    await using store = lazyStore(folder, address === undefined ? undefined : await openStoreAt(address));
    const benches = await prepare(
      ...([files, flags, folder, store] as const),
      (suite) => {
        at = suite;
      },
      (sentence) => this.process.stderr.write(fitStderr(`warning: ${visibleText(sentence)}\n`)),
    );
    const sandbox = await chooseSandbox(flags.sandbox ?? "auto");
    if (flags.resume && address === undefined)
      for (const bench of benches) {
        at = bench.suite;
        await checkResumedHere(folder, await manifestFor(bench, flags, sandbox));
      }
    if (flags.plan) {
      await planAll.call(this, benches, flags, sandbox, store);
      return;
    }
    const records = store.open();
    underWay = new RunUnderWay(address === undefined ? folder : null);
    const place = { store: records, sandbox, runs, gates, underWay };
    const all = inAnyCase((error) =>
      this.process.stderr.write(toldError(benchErrorText(error as Error, at.file))),
    );
    await all.act(async () => {
      const leftOut = await runAll.call(this, benches, flags, folder, place);
      const share = flags.failUnder ?? (flags.against === undefined ? undefined : 0);
      this.exitCode = leftOut
        ? 130
        : exitCodeOfRuns(runs, share) || (gates.every(({ passed }) => passed) ? 0 : 1);
    });
    const { output, junit } = flags;
    if (output !== undefined && runs.length > 0)
      await all.act(() => {
        writeResults(
          resolve(folder, output),
          runs.map(({ results }) => results),
        );
        this.process.stderr.write(`Written to ${output}.\n`);
      });
    if (junit !== undefined && runs.length > 0)
      await all.act(() =>
        writeJunit(
          resolve(folder, junit),
          store.open(),
          runs.map(({ results }) => results.run),
          gates,
        ),
      );
    all.end();
  } catch (error) {
    fail(error);
  }
}

function isSolved({ cases }: Pick<Suite, "cases">): boolean {
  return cases.length > 0 && cases.every(({ solution }) => solution !== null);
}

/** A bench with the gate that it is held against. */
interface HeldBench extends PlannedBench {
  policy: GatePolicy;
  against: Against | null;
}

/** Finds what is wrong with any of the suites or the arguments before anything runs. */
async function prepare(
  files: readonly string[],
  flags: BenchFlags,
  folder: string,
  store: LazyStore,
  onSuite: (suite: Suite) => void,
  warn: (sentence: string) => void,
): Promise<HeldBench[]> {
  const suites = await readSuites(files);
  const planned = planBenches(suites, flags);
  const resolver = createModelResolver();
  const prices = userPrices();
  const benches: HeldBench[] = [];
  for (const bench of planned) {
    onSuite(bench.suite);
    if (flags.on !== undefined) checkTravels(bench.suite, folder);
    const agents = await checkReplays(bench.agents, folder, store);
    checkBench(
      {
        ...{ ...flags, limits: sweepLimitsOf(flags).limits ?? {}, agents },
        ...(flags.budget !== undefined && { budgetUsd: flags.budget }),
      },
      bench.cases,
      resolver,
      prices,
    );
    const { failUnder } = flags;
    const asked = gatePolicy(bench.suite.gate, flags.gate);
    const policy = failUnder === undefined ? asked : { ...asked, failUnder };
    const place = {
      store: () => store.open(),
      folder,
      shared: storeAddress(flags, process.env) !== undefined,
      kind: "bench",
      name: bench.suite.name,
      about: { subjects: agents.map(({ name }) => name), tasks: bench.cases.map(({ id }) => id) },
      resume: flags.resume ?? false,
      judge: judgesAsked(agents, bench.cases, flags).join(", ") || undefined,
      note: warn,
    } as const;
    const against = flags.against === undefined ? null : await readAgainst(flags.against, place);
    benches.push({ ...bench, agents, policy, against });
  }
  checkOutputs(flags, folder, suites);
  if (flags.plan) return benches;
  // Workers elsewhere have servers of their own.
  const asked = benches.flatMap(({ agents, cases }) => modelsAsked(agents, cases, flags));
  if (flags.on === undefined) (await checkServers(asked, process.env)).forEach(warn);
  prepareOutputs(flags, folder, [...files, ...scriptOf(flags.model)]);
  return benches;
}

/** The file that a scripted model answers from. */
function scriptOf(model: string | undefined): string[] {
  return model?.startsWith("scripted:") ? [model.slice("scripted:".length)] : [];
}

/** Says what would run. Looks at what earlier runs cost, where there are any; makes nothing. */
async function planAll(
  this: XContext,
  benches: readonly HeldBench[],
  flags: BenchFlags,
  sandbox: SandboxChoice,
  lazy: LazyStore,
): Promise<void> {
  const store = lazy.exists ? lazy.open() : null;
  const texts: string[] = [];
  let budgetUsd = flags.budget;
  for (const bench of benches) {
    const left =
      store && flags.resume
        ? await runsLeft(store, await manifestFor(bench, flags, sandbox), flags, { looked: false })
        : allRuns(flags);
    const estimate = await estimateCost(bench.suite.name, paidCases(bench, flags, left), store);
    const head = await benchHeadline(bench, sandbox, flags, budgetUsd, left);
    if (budgetUsd !== undefined) budgetUsd -= left.spentUsd;
    texts.push(`${head}${benchPlanText(bench, flags, estimate, left)}`);
    for (const warning of judgedByOwn(ofModels(bench, flags), bench.cases))
      this.process.stderr.write(fitStderr(`warning: ${visibleText(warning)}\n`));
  }
  this.process.stdout.write(fitLines(texts.join("\n"), terminalColumns(process.stdout)));
}

/** Who works and who judges, as `runSuite` is told. */
function ofModels({ agents }: HeldBench, { model, judgeModel }: BenchFlags) {
  return {
    agents,
    ...(model !== undefined && { model }),
    ...(judgeModel !== undefined && { judgeModel }),
  };
}

function manifestFor(bench: HeldBench, flags: BenchFlags, sandbox: SandboxChoice): Promise<RunManifest> {
  const { suite, cases } = bench;
  return planManifest({
    ...{ suite, cases, sandbox, prices: userPrices(), ...sweepLimitsOf(flags) },
    ...ofModels(bench, flags),
    ...(flags.runs !== undefined && { runs: flags.runs }),
  });
}

/** Where suites are run, and what comes of it. */
interface RunPlace {
  store: RunStore;
  sandbox: SandboxChoice;
  runs: SuiteRun[];
  gates: GateResult[];
  underWay: RunUnderWay;
}

/** Runs one suite after the other; true when somebody asked to stop before the last. */
async function runAll(
  this: XContext,
  benches: readonly HeldBench[],
  flags: BenchFlags,
  folder: string,
  { store, sandbox, runs, gates, underWay }: RunPlace,
): Promise<boolean> {
  const { stdout, stderr } = this.process;
  const columns = terminalColumns(process.stdout);
  await using giving = flags.on === undefined ? undefined : await openGivingPlace(flags.on, flags.queue);
  const command = commandAgain(process, { without: ["--resume", "--budget"] });
  for (const [at, bench] of benches.entries()) {
    const budget = budgetOf(flags, runs);
    // A run that spent all of it leaves nothing, for which only what is free can be had.
    const budgetUsd = budget && Math.max(0, budget.usd - budget.takenUsd);
    if (!flags.resume) {
      const planned = () => manifestFor(bench, flags, sandbox);
      const run = { kind: "bench", name: bench.suite.name };
      stderr.write(fitStderr(await unfinishedHint(store, run, planned, "runs")));
    }
    const head = async (left: RunsLeft) =>
      void stdout.write(fitLines(await benchHeadline(bench, sandbox, flags, budgetUsd, left), columns));
    if (!flags.resume) await head(allRuns(flags));
    const given = await giving?.bench(bench, flags, folder);
    stderr.write(visibleText(given?.notice ?? ""));
    const unseen = given?.leftAtHome.map((path) => resolve(given.root, path)) ?? [];
    const isFollowed = at < benches.length - 1;
    const parts = { flags, folder, sandbox, store, budgetUsd, isFollowed, unseen, out: process.stdout };
    const { against } = bench;
    const beforeRun = async (manifest: RunManifest) => {
      // What is left to run is known only now that the cases have been looked at.
      if (flags.resume) await head(await runsLeft(store, manifest, flags, { looked: true }));
      if (!against) return;
      const repeated = await sameWork(store, against, manifest);
      if (!repeated) checkContents(flags.against!, against, manifest.tasks);
      checkSuiteJudge(flags.against!, against, repeated?.manifest.tasks ?? manifest.tasks, {
        judged: bench.cases.filter(isJudged).map(({ id }) => id),
        judges: judgesAsked(bench.agents, bench.cases, flags),
      });
    };
    const run = await runBench(bench, {
      ...{ ...parts, beforeRun, underWay },
      ...(given && { dispatch: given.dispatch }),
    }).catch(async (error: unknown) => {
      if (underWay.isBrokenBy(error) && underWay.begunId !== runs.at(-1)?.results.run)
        stdout.write(fitLines(await partialResults(store, underWay.begunId!), columns));
      throw error;
    });
    runs.push(run);
    const fitted = fitLines(resultsText(run.results), columns);
    const results = paintLines(fitted, paintFor(process.stdout, process.env));
    const isGone = underWay.isStoreGone;
    const look = isGone ? "" : lookHint(run.results.run, process.stdout, readingWords(flags, process.env));
    stdout.write(results + look);
    const closing = isGone
      ? storeGoneText("What is shown", flags.output)
      : benchClosing(
          isSamePlace() ? withoutToldReason(run) : run.sweep,
          budget,
          command,
          await failedForSetup(store, run.sweep),
        );
    const saidBelow = isGone || run.sweep.interrupted ? undefined : run.sweep.stopped?.reason;
    const untold = run.results.warnings.filter((it) => !run.told.warnings.has(it) && it !== saidBelow);
    for (const warning of untold) stderr.write(fitStderr(`warning: ${visibleText(warning)}\n`));
    stderr.write(fitStderr(closing + passwordHint(closing)));
    const gate = await gateOf(store, run, bench);
    if (gate) gates.push(gate);
    stderr.write(gate ? fitStderr(gateText(gate)) : "");
    const summary = `${resultsMarkdown(run.results)}${gate ? gateMarkdown(gate) : ""}`;
    writeStepSummary(summary, this.process);
    const rest = benches.slice(at + 1).map(({ suite }) => suite.name);
    const { budgetExceeded, stopped } = run.sweep;
    if (rest.length > 0 && (run.askedToStop || budgetExceeded || stopped)) {
      stderr.write(`Not run: ${rest.join(", ")}.\n`);
      return run.askedToStop;
    }
    if (rest.length > 0) stdout.write("\n");
  }
  return false;
}

/** Who reads the closing lines below those of the runs has read there what stopped them. */
function withoutToldReason({ sweep, told }: RanBench): SweepResult {
  const reason = sweep.stopped?.reason;
  return reason === undefined ? sweep : { ...sweep, stopped: { reason: withoutTold(reason, told.errors) } };
}

/** What is kept of a run that broke off; nothing when that cannot be read. */
async function partialResults(store: RunStore, runId: string): Promise<string> {
  try {
    const run = await store.findRun(runId);
    return run ? resultsText(await storedResults(store, run)) : "";
  } catch {
    return "";
  }
}

/** A run that was cut off is not held against anything: its exit code says so already. */
async function gateOf(
  store: RunStore,
  { results, sweep }: SuiteRun,
  bench: HeldBench,
): Promise<GateResult | null> {
  if (sweep.interrupted || sweep.stopped) return null;
  return holdRun(store, results.run, suiteFacts(results), bench);
}

/** The budget is for all suites together. */
function budgetOf(
  { budget: usd, strict = false }: BenchFlags,
  runs: readonly SuiteRun[],
): Required<Budget> | undefined {
  if (usd === undefined) return undefined;
  return { usd, strict, takenUsd: sumUsd(runs.map(({ sweep }) => countedUsd(sweep, strict))) };
}

import { MissingKeyError } from "@flow-state-dev/core";
import { openStore, openStoreAt, type RunStore } from "@flow-state-dev/records";
import { continuedRun } from "@flow-state-dev/sweep";
import {
  type BenchmarkDefinition,
  checkBenchmark,
  planManifest,
  type RunBenchmarkConfig,
  taskHash,
} from "@flow-state-dev/testing";
import { buildBenchmarkRun } from "../compare/build-benchmark-run.ts";
import type { CompareFlags } from "../compare/compare-flags.ts";
import { exitCodeOf, exitCodeOfResult } from "../compare/exit-code.ts";
import { forecast } from "../compare/forecast.ts";
import { forecastText } from "../compare/forecast-text.ts";
import { type ForeignCode, watchForeignCode } from "../compare/foreign-code.ts";
import { judgeIds } from "../compare/judge-ids.ts";
import { keyErrorText } from "../compare/key-error-text.ts";
import { loadBenchmark } from "../compare/load-benchmark.ts";
import { modelsCalled, modelsServed } from "../compare/models-called.ts";
import { gradedRun, plannedManifest } from "../compare/planned-manifest.ts";
import { runCompare } from "../compare/run-compare.ts";
import { tellCompare } from "../compare/tell-compare.ts";
import { withoutKeys } from "../compare/without-keys.ts";
import { prepareOutputs } from "../files/prepare-outputs.ts";
import { userPrices } from "../files/user-prices.ts";
import { gatePolicy } from "../gate/gate-policy.ts";
import { type Against, checkContents, readAgainst } from "../gate/read-against.ts";
import { checkMachineFlags } from "../machines/machine-flags-error.ts";
import { storeAddress } from "../machines/store-place.ts";
import { checkServers } from "../models/check-servers.ts";
import { firstError } from "../process/first-error.ts";
import { inAnyCase } from "../process/in-any-case.ts";
import { checkResumedHere } from "../runs/resumable-elsewhere.ts";
import { RunUnderWay } from "../runs/run-under-way.ts";
import { tellFailure } from "../runs/tell-failure.ts";
import { unfinishedHint } from "../runs/unfinished-hint.ts";
import { fitLines } from "../text/fit-lines.ts";
import { jsonText } from "../text/json-text.ts";
import { messageOf } from "../text/message-of.ts";
import { terminalColumns } from "../text/terminal-columns.ts";
import { toldError } from "../text/told-error.ts";
import { visibleText } from "../text/visible-text.ts";
import { type Voice, voiceOn } from "../text/voice.ts";
import type { XContext } from "../x-context.ts";

/**
 * `x compare <benchmark.ts>`: runs a benchmark and prints its scorecard, the only thing on stdout. Exit codes: 0 done,
 * 1 budget exceeded or a gate failed, 2 bad arguments or definition, or stopped for its setup, 4 file cannot be loaded,
 * 10 something broke, 130 interrupted.
 */
export async function compare(this: XContext, flags: CompareFlags, file: string): Promise<void> {
  const folder = process.cwd();
  const foreign = watchForeignCode(process, folder);
  const voice = voiceOn({ stdout: foreign.stdout, stderr: this.process.stderr });
  let underWay: RunUnderWay | undefined;
  let definition: BenchmarkDefinition | undefined;
  const wordsOf = (error: unknown) => {
    const first = firstError(error) as Error;
    return definition && first instanceof MissingKeyError
      ? keyErrorText(first, definition, flags, process)
      : messageOf(first);
  };
  try {
    checkMachineFlags(flags);
    definition = await loadBenchmark(file, folder);
    const built = buildBenchmarkRun(definition, flags);
    // A model with a price of its own keeps it, unless somebody says otherwise.
    const config = process.env.X_PRICES ? { ...built, prices: built.prices ?? userPrices() } : built;
    const address = storeAddress(flags, this.process.env);
    if (flags.plan) {
      const say = async (planned: RunBenchmarkConfig) =>
        foreign.stdout.write(await planText(planned, flags, folder, address));
      await say(config).catch(async (error: unknown) => {
        if (!(firstError(error) instanceof MissingKeyError)) throw error;
        // Before somebody gets a key they ask what it would cost.
        await say(withoutKeys(config));
        throw error;
      });
      return;
    }
    checkBenchmark(config);
    // What is graded anew is a run of this folder.
    if (flags.resume && flags.regrade === undefined && address === undefined)
      await checkResumedHere(folder, planManifest(config));
    const unsure = flags.on === undefined ? await checkServers(modelsServed(config), this.process.env) : [];
    unsure.forEach(voice.warn);
    const outputs = prepareOutputs({ output: flags.output, junit: flags.junit }, folder, [file]);
    const policy = gatePolicy({}, flags.gate, config.margin);
    const store = address === undefined ? openStore(folder) : await openStoreAt(address);
    await using _store = { [Symbol.asyncDispose]: () => store.close() };
    underWay = new RunUnderWay(address === undefined ? folder : null);
    const against = await findAgainst(config, flags, { store, folder, voice });
    const all = inAnyCase((error) => this.process.stderr.write(toldError(wordsOf(error))));
    const ran = await runOn(store, config, flags, { file, folder, foreign, voice, underWay });
    const gate = await tellCompare(config, ran, flags, {
      ...{ store, stdout: foreign.stdout, voice, underWay, all, outputs, gate: { policy, against } },
    });
    all.end();
    this.exitCode = exitCodeOfResult(ran.result) || (gate.passed && !ran.report.budgetExceeded ? 0 : 1);
  } catch (error) {
    tellFailure(this, { error, underWay, exitCode: exitCodeOf(error), message: () => wordsOf(error) });
  } finally {
    foreign.end(this.exitCode ?? 0);
  }
}

async function planText(
  config: RunBenchmarkConfig,
  { format, resume = false }: CompareFlags,
  folder: string,
  address: string | undefined,
): Promise<string> {
  const planned = await forecast(config, { folder, address, resume });
  return format === "json"
    ? jsonText(planned)
    : fitLines(forecastText(planned, modelsCalled(config)), terminalColumns(process.stdout));
}

/** What the run is to be held against, found before anything is spent; null when nothing is asked for. */
async function findAgainst(
  config: RunBenchmarkConfig,
  flags: CompareFlags,
  { store, folder, voice }: { store: RunStore; folder: string; voice: Voice },
): Promise<Against | null> {
  if (flags.against === undefined) return null;
  const against = await readAgainst(flags.against, {
    ...{ store: () => store, folder, kind: "compare", name: nameOf(config), note: voice.warn },
    shared: storeAddress(flags, process.env) !== undefined,
    about: { subjects: config.subjects.map(({ name }) => name), tasks: config.tasks.map(({ id }) => id) },
    continued: async () => (flags.resume ? continuedRun(store, await plannedManifest(config, store)) : null),
    judge: judgeIds(config).join(", ") || undefined,
  });
  const contents = Object.fromEntries(config.tasks.map((task) => [task.id, taskHash(task)]));
  checkContents(flags.against, against, contents);
  return against;
}

interface RunPlace {
  file: string;
  folder: string;
  foreign: ForeignCode;
  voice: Voice;
  underWay: RunUnderWay;
}

/** Runs it here, or gives it out; says before what may be paid twice. */
async function runOn(
  store: RunStore,
  config: RunBenchmarkConfig,
  flags: CompareFlags,
  { file, folder, foreign, voice, underWay }: RunPlace,
) {
  await using giving = flags.on === undefined ? undefined : await giveOut(flags.on, flags.queue);
  const name = nameOf(config);
  const graded = await gradedRun(config, store);
  if (!flags.resume) {
    const manifest = () => planManifest(config, graded);
    voice.say(await unfinishedHint(store, { kind: "compare", name }, manifest, "cells"));
  }
  const subjects = config.subjects.map((subject) => subject.name);
  const given = await giving?.compare(file, flags, { folder, subjects });
  voice.say(visibleText(given?.notice ?? ""));
  const asked = graded ? { ...config, regrade: graded.id } : config;
  return await runCompare(asked, flags, store, { foreign, dispatch: given?.dispatch, underWay });
}

function nameOf(config: RunBenchmarkConfig): string {
  return config.name ?? "benchmark";
}

/** What most benchmarks have no use for brings all of suites with it: a third of what a start has to load. */
async function giveOut(url: string, queueUrl: string | undefined) {
  const { openGivingPlace } = await import("../machines/give-out.ts");
  return openGivingPlace(url, queueUrl);
}

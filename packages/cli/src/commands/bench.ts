import { resolve } from "node:path";
import { openStoreAt } from "@flow-state-dev/records";
import { chooseSandbox, type SandboxChoice, type Suite, type SuiteRun } from "@flow-state-dev/suites";
import type { BenchFlags } from "../bench/bench-flags.ts";
import { benchErrorText } from "../bench/error-text.ts";
import { exitCodeOfError, exitCodeOfRuns } from "../bench/exit-code.ts";
import { plannedManifest } from "../bench/planned-manifest.ts";
import { type HeldBench, prepareBenches } from "../bench/prepare-benches.ts";
import { type LeftOut, runBenches } from "../bench/run-benches.ts";
import { tellPlans } from "../bench/tell-plans.ts";
import { writeResults } from "../bench/write-results.ts";
import { withoutResultsMarkdown } from "../export/results-markdown.ts";
import type { GateResult } from "../gate/hold-gate.ts";
import { writeStepSummary } from "../gate/step-summary.ts";
import { writeJunit } from "../gate/write-junit.ts";
import { checkMachineFlags } from "../machines/machine-flags-error.ts";
import { storeAddress } from "../machines/store-place.ts";
import { inAnyCase } from "../process/in-any-case.ts";
import { type LazyStore, lazyStore } from "../runs/lazy-store.ts";
import { checkResumedHere } from "../runs/resumable-elsewhere.ts";
import { RunUnderWay } from "../runs/run-under-way.ts";
import { tellFailure } from "../runs/tell-failure.ts";
import { toldError } from "../text/told-error.ts";
import { type Voice, voiceOn } from "../text/voice.ts";
import type { XContext } from "../x-context.ts";

/**
 * `x bench <suite…>`: runs the cases of suites with an agent, each in a fresh workspace. Exit codes: 0 all passed, 1
 * some failed or under `--fail-under`, or a gate failed, 2 bad suite or arguments, or stopped for its setup, 3 stopped
 * by the budget, 10 something broke, 130 interrupted. With `--plan` nothing is run: 0. With `--against` the gate
 * decides, and cases that fail do not fail the command by themselves.
 */
export async function bench(this: XContext, flags: BenchFlags, ...files: string[]): Promise<void> {
  const folder = process.cwd();
  const voice = voiceOn(this.process);
  let underWay: RunUnderWay | undefined;
  let at: Pick<Suite, "file" | "cases"> = { file: files[0]!, cases: [] };
  const messageOf = (error: unknown) =>
    benchErrorText(error as Error, at.file, { isSolved: isSolved(at), judgeModel: flags.judgeModel });
  try {
    checkMachineFlags(flags);
    const address = storeAddress(flags, this.process.env);
    await using store = lazyStore(folder, address === undefined ? undefined : await openStoreAt(address));
    const onSuite = (suite: Suite) => {
      at = suite;
    };
    let choosing: Promise<SandboxChoice> | undefined;
    const chosen = () => (choosing ??= chooseSandbox(flags.sandbox ?? "auto"));
    const preparing = { folder, store, sandbox: chosen, onSuite, warn: voice.warn };
    const benches = await prepareBenches(files, flags, preparing);
    const sandbox = await chosen();
    if (flags.resume && address === undefined)
      for (const bench of benches) {
        onSuite(bench.suite);
        await checkResumedHere(folder, await plannedManifest(bench, flags, sandbox));
      }
    if (flags.plan) {
      await tellPlans(benches, flags, { sandbox, store, voice });
      for (const { suite, lacksKey } of benches) {
        onSuite(suite);
        if (lacksKey) throw lacksKey;
      }
      return;
    }
    store.open();
    underWay = new RunUnderWay(address === undefined ? folder : null);
    const place = { folder, store, sandbox, voice, underWay, messageOf };
    this.exitCode = await runAndWrite(benches, flags, this.process, place);
  } catch (error) {
    tellFailure(this, {
      ...{ error, underWay, exitCode: exitCodeOfError(error) },
      message: () => messageOf(error),
    });
  }
}

interface Place {
  folder: string;
  store: LazyStore;
  sandbox: SandboxChoice;
  voice: Voice;
  underWay: RunUnderWay;
  /** What people are told of an error. */
  messageOf: (error: unknown) => string;
}

/** Runs suites, and writes what there is of them whatever becomes of the rest; the exit code comes back. */
async function runAndWrite(
  benches: readonly HeldBench[],
  flags: BenchFlags,
  outer: XContext["process"],
  { folder, store, messageOf, ...place }: Place,
): Promise<number> {
  const runs: SuiteRun[] = [];
  const gates: GateResult[] = [];
  const leftOut: LeftOut[] = [];
  let exitCode = 0;
  const all = inAnyCase((error) => void outer.stderr.write(toldError(messageOf(error))));
  await all.act(async () => {
    const at = { ...place, folder, store: store.open(), runs, gates, leftOut };
    const isStopped = await runBenches(benches, flags, at);
    const share = flags.failUnder ?? (flags.against === undefined ? undefined : 0);
    exitCode = isStopped ? 130 : exitCodeOfRuns(runs, share) || (gates.every(({ passed }) => passed) ? 0 : 1);
  });
  const { output, junit } = flags;
  const results = runs.map((run) => run.results);
  if (output !== undefined && runs.length > 0)
    await all.act(() => {
      writeResults(resolve(folder, output), results);
      place.voice.say(`Written to ${output}.\n`);
    });
  const without = leftOut.map(({ suite, error }) => ({
    ...{ suite, problem: error === undefined ? null : messageOf(error) },
  }));
  if (runs.length > 0) writeStepSummary(withoutResultsMarkdown(without), outer);
  const ids = results.map(({ run }) => run);
  if (junit !== undefined && runs.length > 0)
    await all.act(() => writeJunit(resolve(folder, junit), store.open(), ids, gates, without));
  all.end();
  return exitCode;
}

function isSolved({ cases }: Pick<Suite, "cases">): boolean {
  return cases.length > 0 && cases.every(({ solution }) => solution !== null);
}

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { formatMoney } from "@flow-state-dev/core";
import { openStore, type RunStore } from "@flow-state-dev/records";
import {
  type BenchAgent,
  chooseSandbox,
  parseAgent,
  readSuite,
  renderEvent,
  runSuite,
  type SandboxChoice,
  type Suite,
  type SuiteResults,
  type SuiteRun,
} from "@flow-state-dev/suites";
import { interruptible } from "@flow-state-dev/sweep";
import type { BenchFlags } from "../bench/bench-flags.ts";
import { showBench } from "../bench/bench-progress.ts";
import { caseLines } from "../bench/case-line.ts";
import { chooseCases } from "../bench/choose-cases.ts";
import { benchClosing } from "../bench/closing-lines.ts";
import { exitCodeOfError, exitCodeOfRuns } from "../bench/exit-code.ts";
import { readCaseRun } from "../bench/read-case-run.ts";
import { recordedRuns } from "../bench/recorded-runs.ts";
import { resultsText } from "../bench/results-text.ts";
import type { XContext } from "../x-context.ts";

/**
 * `x bench <suite…>`: runs the cases of suites with an agent, each in a fresh workspace. Exit codes: 0 all passed, 1 some
 * failed or under `--fail-under`, 2 bad suite or arguments, 3 stopped by the budget, 130 interrupted.
 */
export async function bench(this: XContext, flags: BenchFlags, ...files: string[]): Promise<void> {
  const { stdout, stderr } = this.process;
  const folder = process.cwd();
  try {
    const suites = await Promise.all(files.map((file) => readSuite(file)));
    const sandbox = await chooseSandbox(flags.sandbox ?? "auto");
    await using opened = closing(openStore(folder));
    const runs: SuiteRun[] = [];
    for (const suite of suites) {
      const run = await runOne(suite, { flags, folder, sandbox, store: opened.store, context: this });
      runs.push(run);
      stdout.write(resultsText(run.results));
      for (const warning of run.results.warnings) stderr.write(`warning: ${warning}\n`);
      stderr.write(benchClosing(run.sweep, flags.budget, `x bench ${suite.file}`));
      if (run.sweep.interrupted || run.sweep.budgetExceeded) break;
    }
    if (flags.output !== undefined)
      write(
        resolve(folder, flags.output),
        runs.map(({ results }) => results),
      );
    this.exitCode = exitCodeOfRuns(runs, flags.failUnder);
  } catch (error) {
    this.exitCode = exitCodeOfError(error);
    if (this.exitCode === 10) throw error;
    stderr.write(`${(error as Error).message}\n`);
  }
}

interface Parts {
  flags: BenchFlags;
  folder: string;
  sandbox: SandboxChoice;
  store: RunStore;
  context: XContext;
}

async function runOne(suite: Suite, { flags, folder, sandbox, store, context }: Parts): Promise<SuiteRun> {
  const { stdout } = context.process;
  const cases = chooseCases(suite, flags);
  const agents = agentsOf(suite, flags, store);
  const several = agents.length > 1;
  stdout.write(`${headline(suite, cases.length, agents, sandbox, flags)}\n`);
  for (const { message } of suite.notices) stdout.write(`${message}\n`);
  stdout.write("\n");
  let runId = "";
  const printing: Promise<void>[] = [];
  using shown = showBench({
    terminal: process.stderr,
    budgetUsd: flags.budget,
    several,
    onFinished: (cell) => {
      const print = readCaseRun(store, runId, cell).then((run) => {
        if (!run) return;
        const of = flags.runs ?? cases.find(({ id }) => id === cell.task)?.runs ?? 1;
        const lines = caseLines(cell.task, run, { ...(several && { agent: cell.subject }), of });
        shown.print(lines.join("\n"));
      });
      printing.push(print);
    },
    ...(flags.verbose && {
      onCaseEvent: (where, event) => {
        const lines = renderEvent(event, { prefix: `${where.caseId} │` });
        if (lines.length > 0) shown.print(lines.join("\n"));
      },
    }),
  });
  using interrupts = interruptible(process, {
    goOn: "Go on later with the same command and --resume.",
    say: (text) => shown.print(text),
    onEvent(event) {
      if (event.type === "planned") runId = event.runId;
      shown.onEvent(event);
    },
  });
  const { signal, drain, onEvent } = interrupts;
  const run = await runSuite({
    ...{ suite, agents, cases, sandbox, folder, store, signal, drain, onEvent },
    ...{ resume: flags.resume ?? false, concurrency: flags.concurrent ?? 1, onCaseEvent: shown.onCaseEvent },
    ...(flags.model !== undefined && { model: flags.model }),
    ...(flags.judgeModel !== undefined && { judgeModel: flags.judgeModel }),
    ...(flags.runs !== undefined && { runs: flags.runs }),
    ...(flags.budget !== undefined && { budgetUsd: flags.budget }),
    ...(flags.keep !== undefined && { keep: resolve(folder, flags.keep) }),
  });
  await Promise.all(printing);
  return run;
}

/** The agents of the command, else the one that the suite names, else the built-in one. */
function agentsOf(suite: Suite, { agent }: BenchFlags, store: RunStore): BenchAgent[] {
  const named = agent ?? [suite.cases[0]?.agent ?? "x"];
  return named.map((name) => ({ name, agent: parseAgent(name, { recordedRuns: recordedRuns(store) }) }));
}

function headline(
  suite: Suite,
  cases: number,
  agents: readonly BenchAgent[],
  { sandbox }: SandboxChoice,
  { model, budget }: BenchFlags,
): string {
  const used = model ?? suite.model;
  const most = budget === undefined ? suite.cases.reduce((sum, it) => sum + it.budget, 0) : budget;
  const who = agents.map(({ name, agent }) =>
    agent.needsModel && !name.includes("@") && used ? `${name} on ${used}` : name,
  );
  return [
    suite.name,
    `${cases} ${cases === 1 ? "case" : "cases"}`,
    who.join(", "),
    `sandbox ${sandbox.name}`,
    `at most ${formatMoney(most)}`,
  ].join(" · ");
}

function closing(store: RunStore): { store: RunStore } & AsyncDisposable {
  return { store, [Symbol.asyncDispose]: () => store.close() };
}

/** One suite is written as it is; several as a list. */
function write(file: string, results: readonly SuiteResults[]): void {
  mkdirSync(dirname(file), { recursive: true });
  const data = results.length === 1 ? results[0] : results;
  writeFileSync(file, `${JSON.stringify(data, null, 2)}\n`);
}

import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { openStore, type RunStore } from "@flow-state-dev/records";
import {
  chooseSandbox,
  examineSuite,
  receiptFile,
  receiptOf,
  type SandboxChoice,
  type Suite,
  type SuiteExamination,
} from "@flow-state-dev/suites";
import { exitCodeOfError } from "../bench/exit-code.ts";
import { planBenches } from "../bench/plan-bench.ts";
import { readSuites } from "../bench/read-suites.ts";
import type { DoctorFlags } from "../doctor/doctor-flags.ts";
import { showDoctor } from "../doctor/doctor-progress.ts";
import { doctorText, doctorVerdict } from "../doctor/doctor-text.ts";
import { interrupted } from "../doctor/interrupted.ts";
import { machineDoctor } from "../doctor/machine-doctor.ts";
import { writeWhole } from "../files/write-whole.ts";
import { firstError } from "../process/first-error.ts";
import { fitLines } from "../text/fit-lines.ts";
import { systemReason } from "../text/system-reason.ts";
import { terminalColumns } from "../text/terminal-columns.ts";
import { toldError } from "../text/told-error.ts";
import { visibleText } from "../text/visible-text.ts";
import { readVersion } from "../version.ts";
import type { XContext } from "../x-context.ts";

/**
 * `x doctor`: looks at the machine. `x doctor <suite…>`: proves suites before money is spent on them. Exit codes: 0
 * fine, 1 problems found, 2 bad suite or arguments, 130 interrupted.
 */
export async function doctor(this: XContext, flags: DoctorFlags, ...files: string[]): Promise<void> {
  const { stdout, stderr } = this.process;
  const misplaced = misplacedFlag(flags, files);
  if (misplaced !== null) {
    stderr.write(toldError(misplaced));
    this.exitCode = 2;
    return;
  }
  if (files.length === 0) return machineDoctor.call(this, flags);
  const folder = process.cwd();
  try {
    const chosen = planBenches(await readSuites(files), pick(flags));
    const sandbox = await chooseSandbox(flags.sandbox ?? "auto");
    await using opened = earlierRuns(folder);
    let say = (text: string): unknown => stderr.write(text);
    using stop = interrupted(process, () => say("Stopping; running checks are cut off.\n"));
    const found: SuiteExamination[] = [];
    for (const [at, { suite, cases }] of chosen.entries()) {
      using shown = showDoctor(process.stderr, suite.name);
      say = shown.print;
      const examination = await examineSuite({
        ...{
          suite,
          cases,
          sandbox,
          folder,
          earlier: opened.store,
          signal: stop.signal,
          onEvent: shown.onEvent,
          onPreparing: shown.onPreparing,
        },
        ...(flags.runs !== undefined && { runs: flags.runs }),
        ...(flags.parts !== undefined && { parts: flags.parts }),
        ...(flags.concurrent !== undefined && { concurrency: flags.concurrent }),
      });
      shown[Symbol.dispose]();
      found.push(examination);
      // Expectations, and what programs said, are those of whoever wrote the suite.
      const print = (text: string) =>
        stdout.write(fitLines(visibleText(text), terminalColumns(process.stdout)));
      print(`${at > 0 ? "\n" : ""}${doctorText(examination)}`);
      for (const { message } of suite.notices) print(`${message}\n`);
      print(doctorVerdict(examination, receiptSentence(suite, examination, sandbox)));
      if (examination.interrupted) break;
    }
    this.exitCode = found.some((each) => each.interrupted) ? 130 : found.every(({ ok }) => ok) ? 0 : 1;
  } catch (error) {
    this.exitCode = exitCodeOfError(error);
    if (this.exitCode === 10) throw error;
    stderr.write(toldError((firstError(error) as Error).message));
  }
}

/** A flag that says nothing without a suite, or nothing with one. */
function misplacedFlag({ json, ...ofSuites }: DoctorFlags, files: readonly string[]): string | null {
  const flag = Object.entries(ofSuites).find(([, value]) => value !== undefined)?.[0];
  if (files.length === 0 && flag !== undefined) {
    return `--${flag} is for suites, and none is named: x doctor <suite.json> --${flag} …`;
  }
  return files.length > 0 && json
    ? "--json is for the machine; what is found out about a suite is in the receipt beside it."
    : null;
}

/** Only what chooses cases. */
function pick({ case: ids, tag }: DoctorFlags) {
  return { ...(ids && { case: ids }), ...(tag && { tag }) };
}

/** Writes the receipt beside the suite, and says where it is or why there is none. */
function receiptSentence(suite: Suite, examination: SuiteExamination, sandbox: SandboxChoice): string {
  const versions = { x: readVersion(), node: process.versions.node };
  const receipt = receiptOf(examination, { date: new Date(), versions, sandbox });
  if (receipt === null) {
    const { length } = examination.cases;
    return examination.interrupted
      ? "No receipt is written."
      : `No receipt, for these are ${length} of ${suite.cases.length} cases.`;
  }
  const file = receiptFile(suite.file);
  // It comes with the suite, from whoever wrote that.
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
    return `No receipt, for ${file} is a link to elsewhere. Remove it.`;
  try {
    writeWhole(file, `${JSON.stringify(receipt, null, 2)}\n`);
    return `Receipt: ${file}`;
  } catch (error) {
    const { cause, message } = error as Error;
    return `No receipt, for ${file} could not be written: ${systemReason(cause) ?? message}.`;
  }
}

/** What earlier runs cost is only looked up where there are any; no store is made for it. */
function earlierRuns(folder: string): { store: RunStore | null } & AsyncDisposable {
  const store = existsSync(join(folder, ".x", "x.db")) ? openStore(folder) : null;
  return { store, [Symbol.asyncDispose]: async () => store?.close() };
}

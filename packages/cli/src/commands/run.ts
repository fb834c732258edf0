import { relative } from "node:path";
import { MissingKeyError } from "@flow-state-dev/core";
import { shortRunId } from "@flow-state-dev/records";
import { projectFolder, readPatch, simulatedNotice } from "@flow-state-dev/suites";
import { exitCodeOfError } from "../bench/exit-code.ts";
import { modelsAsked } from "../bench/models-asked.ts";
import { interrupted } from "../doctor/interrupted.ts";
import { checkServers } from "../models/check-servers.ts";
import { firstError } from "../process/first-error.ts";
import { showPreparing } from "../progress/show-preparing.ts";
import { applyPatch, keepPatch } from "../run/keep-patch.ts";
import type { RunFlags } from "../run/run-flags.ts";
import { type PromptRun, planPrompt, runPrompt } from "../run/run-prompt.ts";
import { endLine, filesText, ignoredText, isDone } from "../run/run-text.ts";
import { shownPatch } from "../run/shown-patch.ts";
import { type PartedPatch, withoutIgnored } from "../run/without-ignored.ts";
import { lazyStore } from "../runs/lazy-store.ts";
import { RunUnderWay } from "../runs/run-under-way.ts";
import { messageOf } from "../text/message-of.ts";
import { missingKeyText } from "../text/missing-key-text.ts";
import { toldError } from "../text/told-error.ts";
import { visibleText } from "../text/visible-text.ts";
import { commandAgain } from "../typed/again.ts";
import type { XContext } from "../x-context.ts";

/** Clocks of file systems are coarse; nobody saves a file and calls `x` within so many milliseconds. */
const coarseMs = 50;

/**
 * `x run "<prompt>"`: lets an agent work on a copy of the project and shows the patch, the only thing on stdout. Exit
 * codes: 0 done, 1 the agent failed or its patch does not apply, 2 bad arguments, 10 something broke, 130 interrupted.
 */
export async function run(this: XContext, flags: RunFlags, prompt: string): Promise<void> {
  const { stdout, stderr } = this.process;
  const folder = process.cwd();
  const since = new Date(Date.now() - coarseMs);
  using preparing = showPreparing(process.stderr);
  const tell = (text: string) => {
    preparing.clear();
    stderr.write(text);
  };
  let underWay: RunUnderWay | undefined;
  try {
    await using store = lazyStore(folder);
    const planned = await planPrompt(prompt, folder, flags, store);
    const asked = modelsAsked([planned.agent], [planned.it], { model: planned.model });
    for (const sentence of await checkServers(asked, process.env))
      tell(`warning: ${visibleText(sentence)}\n`);
    using stop = interrupted(process, () => tell("Stopping; the agent is cut off.\n"));
    store.open();
    underWay = new RunUnderWay(folder);
    const parts = { folder, flags, store, signal: stop.signal, preparing, tell, underWay };
    const ran = await runPrompt(planned, parts);
    if (ran.last === undefined || ran.run.sweep.interrupted) {
      tell(cutOffText(ran));
      this.exitCode = ran.run.sweep.interrupted ? 130 : 1;
      return;
    }
    // A person is shown what is safe for a terminal; a program or a file gets the patch as it is.
    const parted = withoutIgnored(ran.last.patch ?? "", { folder, project: projectFolder(folder) });
    const { patch } = parted;
    stdout.write(process.stdout.isTTY ? shownPatch(patch) : patch);
    this.exitCode = finish(ran, parted, { flags, folder, budgetUsd: planned.it.budget, since, tell });
  } catch (error) {
    const isBroken = underWay?.isBrokenBy(error) ?? false;
    this.exitCode = isBroken ? 10 : exitCodeOfError(error);
    if (this.exitCode === 10 && !isBroken) throw error;
    tell(toldError(errorText(firstError(error) as Error, flags)));
  }
}

/** Agents with programs of their own cannot be had on a simulated model. */
function errorText(error: Error, { agent = "x" }: RunFlags): string {
  if (!(error instanceof MissingKeyError)) return messageOf(error);
  const command = commandAgain(process, { without: ["--model", "-m"], add: ["--model", "sim/strong"] });
  return missingKeyText(error, {
    otherModel: "choose another model with --model",
    without: agent === "x" ? `see it work without a key: ${command}` : null,
  });
}

/** Says how it ended, and applies the patch when that is wanted; the exit code comes back. */
function finish(
  { run: { sweep, results }, last }: PromptRun,
  parted: PartedPatch,
  parts: { flags: RunFlags; folder: string; budgetUsd: number; since: Date; tell: (text: string) => void },
): number {
  const { flags, folder, budgetUsd, since, tell } = parts;
  const project = projectFolder(folder);
  const patch = readPatch(parted.patch);
  const keep = (text: string, kind = "") =>
    keepPatch(text, `${shortRunId(sweep.runId)}${kind}`, { folder, project });
  tell(`\n${endLine(last!, budgetUsd, sweep.runId)}\n${filesText(patch)}`);
  for (const note of [...last!.warnings.filter(isForRuns), ...results.warnings])
    tell(`note: ${visibleText(note)}\n`);
  if (parted.ignored !== "") tell(ignoredText(readPatch(parted.ignored), keep(parted.ignored, "-ignored")()));
  if (results.simulated) tell(`${simulatedNotice}\n`);
  const done = isDone(last!);
  if (patch.files.length === 0) return done ? 0 : 1;
  const command = keep(parted.patch);
  if (!flags.apply || !done) {
    tell(`${flags.apply ? "Not applied. " : ""}Keep it: ${command()}\n`);
    return done ? 0 : 1;
  }
  const refused = applyPatch(patch, project, since);
  tell(
    refused === null
      ? `Applied to ${relative(folder, project) || "this folder"}. Take it back: ${command("-R")}\n`
      : `${refused}When that is settled: ${command()}\n`,
  );
  return refused === null ? 0 : 1;
}

/** Changed tests are what was asked for here; in a suite they would be suspicious. Nor does anybody replay this. */
function isForRuns(warning: string): boolean {
  return !warning.includes("Declare them in protect or hidden") && !warning.includes("a replay of it has no");
}

function cutOffText({ run: { sweep, results } }: PromptRun): string {
  if (sweep.interrupted)
    return `Interrupted; nothing was changed. What was spent is in run ${shortRunId(sweep.runId)}.\n`;
  const why = sweep.stopped?.reason ?? results.warnings[0] ?? "no reason is known.";
  return `The agent was not run: ${visibleText(why)}\n`;
}

import { setTimeout as wait } from "node:timers/promises";
import type { CommandEnd } from "../../expect/grading-context.ts";
import type { Exit } from "../../process/exit.ts";
import type { Network, Sandbox } from "../../sandbox/sandbox.ts";
import type { SuiteCase } from "../../suite/suite.ts";
import { openRoot } from "../../workspace/open-root.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { type CommandLimits, completeCommandLimits } from "../case/command-limits.ts";
import { type DiskGuard, faultIn } from "../case/disk-guard.ts";
import { commandEnd, outputOf } from "./command-end.ts";

/** What a command that grades is run with. */
export interface TestParts {
  sandbox: Sandbox;
  /** Default: wide ones. */
  limits?: CommandLimits;
  /** Keeps it from filling the disk. */
  guard: DiskGuard;
  env: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

const leastTestMs = 120_000;
const mostTestMs = 600_000;
const startTries = 3;

/**
 * Runs a command that grades. One that writes too much is ended and has failed: it runs what the agent wrote. Rejects
 * when it could not be run, and when the disk ran full without its doing.
 */
export async function runTest(
  command: string,
  workspace: Workspace,
  it: SuiteCase,
  { sandbox, limits = completeCommandLimits(), guard, env, signal }: TestParts,
): Promise<CommandEnd> {
  using writing = guard.watch(workspace.disk);
  const either = AbortSignal.any([signal, writing.signal]);
  const timeMs = Math.min(mostTestMs, Math.max(leastTestMs, it.timeout * 1000));
  const options = { workspace, env, network: networkOf(it), limits: { ...limits, timeMs }, signal: either };
  openRoot(workspace);
  const exit = await surely(() => sandbox.exec({ shell: command }, options), either);
  // It ran what the agent wrote, which may have closed the workspace to whoever looks next.
  openRoot(workspace);
  const filled = await writing.verdict({ failure: exit.reason });
  if (filled === null || signal.aborted) return commandEnd(command, exit, limits);
  if (filled.fault === "machine") throw filled.error;
  return tooMuchWritten(filled.error, [outputOf(exit)], exit.durationMs);
}

/**
 * How a command ended for which no copy could be made: failed when the agent left too much to copy, else it rejects.
 */
export async function endOnFailedCopy(
  failure: Error,
  { disk }: Workspace,
  guard: DiskGuard,
): Promise<CommandEnd> {
  const filled = await faultIn(failure, disk, guard);
  if (filled === null) throw failure;
  return tooMuchWritten(filled, [], 0);
}

function tooMuchWritten(error: Error, output: readonly string[], durationMs: number): CommandEnd {
  const texts = [...output, error.message].filter((text) => text !== "");
  return { kind: "killed", signal: "its limit of disk space", output: texts.join("\n"), durationMs };
}

/** A sandbox that did not start is tried again: the agent's work is done and paid for. */
async function surely(run: () => Promise<Exit>, signal: AbortSignal, tried = 1): Promise<Exit> {
  const exit = await run();
  if (exit.ended !== "not-started" || tried === startTries || signal.aborted) return exit;
  await wait(tried * 200);
  return surely(run, signal, tried + 1);
}

/** Grading may reach what the user gave the case, never models. */
function networkOf({ network }: SuiteCase): Network {
  return { kind: network === "full" ? "full" : "none" };
}

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FlowError } from "@flow-state-dev/core";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { SuiteCase } from "../suite/suite.ts";
import type { Workspace, WorkspaceBase } from "../workspace/workspace.ts";
import { outputOf } from "./command-end.ts";

/** A set-up command that failed: the case cannot be run, which says nothing about the agent. */
export class SetupFailedError extends FlowError {
  override readonly name = "SetupFailedError";

  constructor(caseId: string, command: string, how: string, output: string) {
    const tail = output.trim().split("\n").slice(-5).join("\n");
    super(`The set-up of ${caseId} failed: "${command}" ${how}.${tail === "" ? "" : `\n${tail}`}`, {
      code: "setup-failed",
      details: { caseId, command },
    });
  }
}

const setupTimeoutMs = 600_000;

/** What set-up needs. */
export interface SetupParts {
  sandbox: Sandbox;
  env: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/**
 * The files that an agent starts from: those of the source, with the case's own files written and its set-up commands
 * run, the network open to them. The source's own base when there is nothing to do.
 */
export async function setUpCase(
  base: WorkspaceBase,
  it: SuiteCase,
  parts: SetupParts,
): Promise<WorkspaceBase> {
  if (it.files.length === 0 && it.setup.length === 0) return base;
  await using workspace = await base.create();
  for (const { path, text } of it.files) await put(workspace, path, text);
  for (const command of it.setup) await runSetup(workspace, it.id, command, parts);
  return await workspace.toBase();
}

async function put(workspace: Workspace, path: string, text: string): Promise<void> {
  const file = join(workspace.path, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

async function runSetup(
  workspace: Workspace,
  caseId: string,
  command: string,
  { sandbox, env, signal }: SetupParts,
): Promise<void> {
  const exit = await sandbox.exec(
    { shell: command },
    { workspace, env, network: { kind: "full" }, limits: { timeMs: setupTimeoutMs }, signal },
  );
  if (exit.ended === "itself" && exit.code === 0) return;
  const how =
    exit.ended === "itself"
      ? `exited with ${exit.code}`
      : exit.ended === "timeout"
        ? `was not done after ${setupTimeoutMs / 1000} s`
        : `was ended: ${exit.reason ?? exit.ended}`;
  throw new SetupFailedError(caseId, command, how, outputOf(exit));
}

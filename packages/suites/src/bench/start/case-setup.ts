import { writeFile } from "node:fs/promises";
import { basename, dirname, join, posix } from "node:path";
import { FlowError } from "@flow-state-dev/core";
import type { Exit } from "../../process/exit.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { SuiteCase } from "../../suite/suite.ts";
import { printable } from "../../text/printable.ts";
import { lookAt } from "../../workspace/look.ts";
import { folderBehind, makeFolders, removeEntry } from "../../workspace/put-files.ts";
import type { Workspace, WorkspaceBase } from "../../workspace/workspace.ts";
import { type CommandLimits, completeCommandLimits, limitInWords } from "../case/command-limits.ts";
import { valueRedactor } from "../case/passed-values.ts";
import { outputOf } from "../grading/command-end.ts";
import { signOfNoNetwork } from "../wire/want-of-network.ts";

/** A set-up command that failed: the case cannot be run, which says nothing about the agent. */
export class SetupFailedError extends FlowError {
  override readonly name = "SetupFailedError";

  constructor(caseId: string, command: string, how: string, output: string) {
    const tail = printable(output.trim(), 2_000, "end").split("\n").slice(-5).join("\n");
    const sign = signOfNoNetwork(output);
    const next =
      sign === null
        ? "Mend it and run the case again."
        : `It said "${sign}": set-up has the network of this machine, whatever "network" says in the suite, so look whether the machine reaches the address. Then run the case again.`;
    super(`The set-up of ${caseId} failed: "${command}" ${how}. ${next}${tail === "" ? "" : `\n${tail}`}`, {
      code: "case-setup-failed",
      details: { caseId, command },
    });
  }
}

/** A file of a case that would take the place of a whole folder, or lie below a file: nobody means that. */
class InTheWayError extends FlowError {
  override readonly name = "InTheWayError";

  constructor(caseId: string, path: string, there: "file" | "folder") {
    const next = {
      file: "Name a file beside it.",
      folder: `Name a file in it, such as ${JSON.stringify(`${path}/file.txt`)}.`,
    };
    super(
      `The files of ${caseId} cannot be written: ${JSON.stringify(path)} is a ${there} of the workspace. ${next[there]}`,
      { code: "case-setup-failed", details: { caseId, path } },
    );
  }
}

const setupTimeoutMs = 600_000;

/** What set-up needs. */
export interface SetupParts {
  sandbox: Sandbox;
  /** Of each command. Default: wide ones. */
  limits?: CommandLimits;
  env: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/**
 * The files that an agent starts from: those of the source, with the case's own files written and its set-up commands
 * run, the network open to them. The source's own base when there is nothing to do. Rejects with a `SetupFailedError`.
 */
export async function setUpCase(
  base: WorkspaceBase,
  it: SuiteCase,
  parts: SetupParts,
): Promise<WorkspaceBase> {
  if (it.files.length === 0 && it.setup.length === 0) return base;
  await using workspace = await base.create();
  for (const { path, text } of it.files) await put(workspace, it.id, path, text);
  for (const command of it.setup) await runSetup(workspace, it.id, command, parts);
  return await workspace.toBase();
}

/**
 * A link of the project to a folder in it is taken for that folder. Never through another one, which may lead to the
 * user's own files: it gives way.
 */
async function put({ path: root }: Workspace, caseId: string, path: string, text: string): Promise<void> {
  let folder = "";
  for (const name of dirname(path).split("/")) {
    const next = posix.join(folder, name);
    folder = folderBehind(root, next) ?? next;
    if (lookAt(join(root, folder))?.isFile()) throw new InTheWayError(caseId, folder, "file");
  }
  await makeFolders(root, folder);
  const target = join(root, folder, basename(path));
  if (lookAt(target)?.isDirectory()) throw new InTheWayError(caseId, path, "folder");
  await removeEntry(target);
  await writeFile(target, text, { flag: "wx" });
}

async function runSetup(
  workspace: Workspace,
  caseId: string,
  command: string,
  { sandbox, limits = completeCommandLimits(), env, signal }: SetupParts,
): Promise<void> {
  const exit = await sandbox.exec(
    { shell: command },
    { workspace, env, network: { kind: "full" }, limits: { ...limits, timeMs: setupTimeoutMs }, signal },
  );
  signal.throwIfAborted();
  if (exit.ended === "itself" && exit.code === 0 && exit.alive.length === 0) return;
  throw new SetupFailedError(
    caseId,
    command,
    howItEnded(exit, limits),
    valueRedactor(env).text(outputOf(exit)),
  );
}

function howItEnded({ ended, code, reason }: Exit, limits: CommandLimits): string {
  if (ended === "itself") return `exited with ${code}`;
  if (ended === "timeout") return `was not done after ${setupTimeoutMs / 1000} s`;
  if (ended === "not-started" || ended === "abort") return `could not be run: ${reason}`;
  return `was ended by ${limitInWords(ended, limits)}`;
}

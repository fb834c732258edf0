import { execFile } from "node:child_process";
import { arch, availableParallelism, platform, release, totalmem } from "node:os";
import type { JsonObject } from "@flow-state-dev/records";

const gitTimeoutMs = 3000;

/** Where a run takes place, for its manifest: commit and dirt of the folder's repository, machine, versions. */
export async function circumstancesOf(folder: string): Promise<JsonObject> {
  const machine = {
    ...{ platform: platform(), release: release(), arch: arch() },
    cpus: availableParallelism(),
    memoryBytes: totalmem(),
  };
  const git = await gitState(folder);
  return { machine, node: process.versions.node, ...(git && { git }) };
}

async function gitState(folder: string): Promise<JsonObject | undefined> {
  const status = await git(folder, ["status", "--porcelain=v2", "--branch", "--untracked-files=no"]);
  const commit = status?.match(/^# branch\.oid ([0-9a-f]{40,64})$/m)?.[1];
  return status && commit ? { commit, dirty: /^[^#]/m.test(status) } : undefined;
}

/** Undefined when there is no git or no repository. Nothing of the repository's own configuration is run. */
function git(folder: string, args: readonly string[]): Promise<string | undefined> {
  const safe = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];
  return new Promise((resolve) => {
    execFile(
      "git",
      [...safe, ...args],
      { cwd: folder, timeout: gitTimeoutMs, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout) => resolve(error ? undefined : stdout),
    );
  });
}

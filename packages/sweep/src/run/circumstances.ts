import { execFile } from "node:child_process";
import { arch, availableParallelism, platform, release, totalmem } from "node:os";
import type { JsonObject } from "@flow-state-dev/records";
import { filtersOff, listFilters } from "./filters-off.ts";

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
  const { code, stdout } = await git(folder, listFilters);
  const off = code === 0 || code === 1 ? filtersOff(stdout) : null;
  if (off === null) return undefined;
  // Looking for dirt in a submodule would go by the settings of that one.
  const flags = ["--porcelain=v2", "--branch", "--untracked-files=no", "--ignore-submodules=dirty"];
  const status = await git(folder, [...off, "status", ...flags]);
  const commit = status.stdout.match(/^# branch\.oid ([0-9a-f]{40,64})$/m)?.[1];
  return status.code === 0 && commit ? { commit, dirty: /^[^#]/m.test(status.stdout) } : undefined;
}

/**
 * Runs git. Nothing of the repository's own configuration is run, nor anything fetched that it lacks, which is how a
 * repository can name a program too. The code is null when there is no git, or it did not end well.
 */
function git(folder: string, args: readonly string[]): Promise<{ code: number | null; stdout: string }> {
  const safe = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];
  const env = { ...process.env, GIT_ALLOW_PROTOCOL: "" };
  return new Promise((resolve) => {
    execFile(
      "git",
      [...safe, ...args],
      { cwd: folder, env, timeout: gitTimeoutMs, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout) => {
        const code = error ? error.code : 0;
        resolve({ code: typeof code === "number" ? code : null, stdout });
      },
    );
  });
}

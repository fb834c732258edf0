import { argvOf } from "../process/command.ts";
import { threadsOf } from "../process/process-table.ts";
import { descendantTree } from "../process/process-tree.ts";
import { passingFolder } from "../workspace/passing-folder.ts";
import type { Cgroups } from "./cgroups.ts";
import { innerShell } from "./inner-shell.ts";
import { commonEnv, insideCwd } from "./inside.ts";
import { notStarted, runGuarded } from "./run-guarded.ts";
import type { Enforcement, Sandbox } from "./sandbox.ts";

/**
 * No sandbox: commands run as the user, in the workspace, with an environment and a home of their own. They can read
 * and write whatever the user can. Everything they started is ended as far as it can be found; when this process is
 * killed, everything in their process group.
 */
export function host(facts: { cgroups: Cgroups | null }): Sandbox {
  const { cgroups } = facts;
  const watched = process.platform === "linux" ? "watched" : "none";
  const enforces: Enforcement = {
    tree: false,
    network: false,
    files: false,
    keyring: false,
    memory: cgroups ? "tree" : watched,
    processes: cgroups ? "tree" : watched,
    fileSize: process.platform !== "win32",
  };
  return {
    name: "host",
    enforces,
    entersNamespaces: false,
    workspacePath: ({ path }) => path,
    available: async () => ({ ok: true }),
    async exec(command, options) {
      const { path, entrance } = options.workspace;
      if (entrance) return notStarted("its workspace is behind a namespace that this sandbox does not enter");
      const cwd = insideCwd(path, options.cwd);
      if (cwd === null) return notStarted("its working folder is outside the workspace");
      await using home = await passingFolder();
      const limits = {
        fileBytes: options.limits?.fileBytes,
        processes: cgroups ? undefined : allowedProcesses(options.limits?.processes),
      };
      const argv = innerShell(argvOf(command), limits, { watched: true });
      const env = {
        ...commonEnv,
        PATH: process.env.PATH ?? "/usr/bin:/bin",
        ...options.env,
        HOME: home.path,
        TMPDIR: home.path,
      };
      return await runGuarded(
        { argv, cwd, env, overhead: watchers, tree: descendantTree },
        options,
        enforces,
        cgroups,
      );
    },
  };
}

/** The one that watches whether this process lives. */
const watchers = 1;

/** The system counts all that the user runs, so its limit is only a fence behind the one that is watched. */
function allowedProcesses(asked: number | undefined): number | undefined {
  const user = process.getuid?.();
  if (asked === undefined || user === undefined || user === 0) return undefined;
  return asked + watchers + threadsOf(user);
}

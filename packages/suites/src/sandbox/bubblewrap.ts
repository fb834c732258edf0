import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { argvOf } from "../process/command.ts";
import { callFiltersOf } from "../process/process-table.ts";
import { bubblewrapCall } from "./bubblewrap-arguments.ts";
import { callFilter } from "./call-filter.ts";
import type { Cgroups } from "./cgroups.ts";
import { inside, insideCwd, spaces } from "./inside.ts";
import { namespacedCommand, namespaceEnforcement } from "./namespaced-command.ts";
import { probe } from "./probe.ts";
import { needsPrivileges, programAt, restrictedStart } from "./restricted-start.ts";
import { notStarted, runGuarded } from "./run-guarded.ts";
import type { Sandbox } from "./sandbox.ts";
import { systemView } from "./system-view.ts";

/** bubblewrap: namespaces of its own for everything, nothing of the host but its programs. */
export function bubblewrap(facts: { cgroups: Cgroups | null; program?: string }): Sandbox {
  const program = facts.program ?? "bwrap";
  const { cgroups } = facts;
  const enforces = namespaceEnforcement(cgroups, { keyring: callFilter({ ownSockets: true }) !== null });
  let help: Promise<string> | null = null;
  const knowledge = async () => {
    help ??= promisify(execFile)(program, ["--help"]).then(
      ({ stdout, stderr }) => stdout + stderr,
      () => "",
    );
    const text = await help;
    return (option: string) => text.includes(`${option} `);
  };
  const sandbox: Sandbox = {
    name: "bubblewrap",
    enforces,
    entersNamespaces: true,
    workspacePath: () => inside.workspace,
    available: () => probe(sandbox, [program, "--version"]),
    async exec(command, options) {
      const cwd = insideCwd(inside.workspace, options.cwd);
      if (cwd === null) return notStarted("its working folder is outside the workspace");
      const { entrance } = options.workspace;
      const view = systemView(options.hidden);
      const isFull = options.network?.kind === "full";
      const filter = callFilter({ ownSockets: !isFull });
      const start = isFull && !needsPrivileges(program) ? restrictedStart({ ownNames: true }) : null;
      const inner = namespacedCommand(argvOf(command), options, { node: view.node, cgroups });
      const folder = entrance?.path ?? options.workspace.path;
      const { args, inputs } = bubblewrapCall(inner.argv, options, {
        view,
        folder,
        cwd,
        filter,
        knows: await knowledge(),
      });
      return runGuarded(
        {
          argv: [
            ...(entrance?.argv ?? []),
            ...(start ?? []),
            // bubblewrap is process 1, whose first variables can be read inside.
            ...["env", "-u", "PWD", `PATH=${view.path}`, programAt(program) ?? program],
            ...args,
          ] as [string, ...string[]],
          env: { PATH: process.env.PATH ?? "/usr/bin:/bin" },
          inputs,
          overhead: inner.overhead,
          spaces,
          ...(filter ? { bound: isFiltered } : {}),
        },
        options,
        enforces,
        cgroups,
      );
    },
  };
  return sandbox;
}

/**
 * bubblewrap's process 1 binds itself to its parent while the command starts already, and puts itself under the filter
 * right after: the filter can be seen from outside, the bond cannot.
 */
function isFiltered(first: number): boolean {
  const filters = callFiltersOf(first);
  return filters === null || filters > (callFiltersOf("self") ?? 0);
}

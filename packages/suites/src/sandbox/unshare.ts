import { existsSync, readFileSync } from "node:fs";
import { argvOf } from "../process/command.ts";
import { callFilter } from "./call-filter.ts";
import type { Cgroups } from "./cgroups.ts";
import { inside, insideCwd, spaces } from "./inside.ts";
import { namespacedCommand, namespaceEnforcement } from "./namespaced-command.ts";
import { probe } from "./probe.ts";
import { restrictedStart } from "./restricted-start.ts";
import { notStarted, runGuarded } from "./run-guarded.ts";
import type { ExecOptions, Network, Sandbox } from "./sandbox.ts";
import { systemView } from "./system-view.ts";
import { unshareScript } from "./unshare-script.ts";

/** Namespaces made with the tools of util-linux, where bubblewrap is not installed. */
export function unshare(facts: { cgroups: Cgroups | null }): Sandbox {
  const { cgroups } = facts;
  const start = (network: Network["kind"]) => {
    const filter = callFilter({ ownSockets: network !== "full" });
    return filter && restrictedStart({ filter, ownNames: network === "full" });
  };
  const enforces = namespaceEnforcement(cgroups, { keyring: start("none") !== null });
  const sandbox: Sandbox = {
    name: "unshare",
    enforces,
    entersNamespaces: true,
    workspacePath: () => inside.workspace,
    available: () => probe(sandbox, ["unshare", "--version"]),
    async exec(command, options) {
      const cwd = insideCwd(inside.workspace, options.cwd);
      if (cwd === null) return notStarted("its working folder is outside the workspace");
      const { entrance } = options.workspace;
      const folder = entrance?.path ?? options.workspace.path;
      const mountPoint = freeMountPoint(folder, options);
      if (mountPoint === null) return notStarted("there is no folder to build its file system on");
      const view = systemView(options.hidden);
      const network = options.network ?? { kind: "none" };
      const { script, variables } = unshareScript(options, { view, folder, cwd, root: mountPoint });
      const inner = namespacedCommand(argvOf(command), options, { node: view.node, cgroups });
      const namespaces = ["--user", "--map-root-user", "--mount", "--pid", "--ipc", "--uts", "--cgroup"];
      if (network.kind !== "full") namespaces.push("--net");
      return runGuarded(
        {
          argv: [
            ...(entrance?.argv ?? []),
            // Not before: what is restricted may not look into this process, through which the way in leads.
            ...(start(network.kind) ?? []),
            // Each is bound to the one before it, down to us, before the script begins.
            ...["setpriv", "--pdeathsig", "KILL", "unshare", ...namespaces],
            ...["--fork", "--kill-child=KILL", "--propagation", "private"],
            ...["sh", "-c", script, "sh", ...inner.argv],
          ] as [string, ...string[]],
          env: { PATH: view.path },
          inputs: [variables],
          overhead: inner.overhead,
          spaces,
        },
        options,
        enforces,
        cgroups,
      );
    },
  };
  return sandbox;
}

const mountPoints = ["/mnt", "/media", "/srv", "/var/empty", "/boot", "/home"];

/**
 * A folder that exists and neither holds nor has mounted in it anything the sandbox needs: its file system is built
 * over it, unseen by others.
 */
function freeMountPoint(folder: string, { network, readable, writable }: ExecOptions): string | null {
  const socket = network?.kind === "gateway" ? [network.gateway.socket] : [];
  const mounts = readFileSync("/proc/self/mountinfo", "utf8").split("\n");
  const mounted = mounts.map((line) => line.split(" ")[4] ?? "");
  const needed = [...mounted, folder, process.execPath, ...socket, ...(readable ?? []), ...(writable ?? [])];
  return (
    mountPoints.find(
      (path) => existsSync(path) && !needed.some((each) => `${each}/`.startsWith(`${path}/`)),
    ) ?? null
  );
}

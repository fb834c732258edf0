import type { Cgroups } from "./cgroups.ts";
import { bridged } from "./gateway-bridge.ts";
import { innerShell } from "./inner-shell.ts";
import { inside } from "./inside.ts";
import type { Enforcement, ExecOptions } from "./sandbox.ts";

/** Outside the one that made the namespaces, inside process 1. */
const ownProcesses = 2;
/** Threads of Node when it bridges to the gateway. */
const bridgeThreads = 24;

/** What a sandbox made of namespaces holds commands to. */
export function namespaceEnforcement(
  cgroups: Cgroups | null,
  { keyring }: Pick<Enforcement, "keyring">,
): Enforcement {
  const root = process.getuid?.() === 0;
  return {
    tree: true,
    network: true,
    files: true,
    keyring,
    memory: cgroups ? "tree" : "watched",
    // Without control groups the kernel counts nothing for root; for others it counts what is inside.
    processes: cgroups || !root ? "tree" : "watched",
    fileSize: true,
  };
}

/** The command as it runs inside namespaces, limits and bridge around it, and what that needs for itself. */
export function namespacedCommand(
  argv: readonly string[],
  options: ExecOptions,
  facts: { node: string; cgroups: Cgroups | null },
): { argv: readonly string[]; overhead: number } {
  const { fileBytes, processes } = options.limits ?? {};
  const gateway = options.network?.kind === "gateway" ? options.network.gateway : null;
  const overhead = ownProcesses + (gateway ? bridgeThreads : 0);
  const command = gateway ? bridged(facts.node, { ...gateway, socket: inside.gatewaySocket }, argv) : argv;
  const system = {
    fileBytes,
    processes: facts.cgroups || processes === undefined ? undefined : processes + overhead,
  };
  return { argv: innerShell(command, system), overhead };
}

import {
  chooseSandbox,
  notHeld,
  packageLine,
  type SandboxName,
  SandboxUnavailableError,
} from "@flow-state-dev/suites";
import type { MachineCheck } from "./machine-check.ts";

const tried = ["bubblewrap", "unshare", "docker", "podman"] as const satisfies readonly SandboxName[];

const silent = "installed, but does not answer";

/** Each sandbox, tried for real: a command inside writes a file. Only one is needed, and none at all is allowed. */
export async function sandboxChecks(): Promise<MachineCheck[]> {
  const checks = await Promise.all(tried.map(oneSandbox));
  const strong = checks.some(({ state, name }) => state === "fine" && name !== "unshare");
  // What is missing matters only as long as nothing else does the same.
  return checks.map((check) =>
    check.state === "fine" || (strong && check.name !== "bubblewrap") ? { ...check, advice: null } : check,
  );
}

async function oneSandbox(name: (typeof tried)[number]): Promise<MachineCheck> {
  try {
    const { sandbox, version } = await chooseSandbox(name);
    const weak = notHeld(sandbox.enforces);
    const but = weak.length > 0 ? `; does not hold the ${weak.join(", ")}` : "";
    return { group: "sandboxes", name, state: "fine", found: `${version ?? "works"}${but}`, advice: null };
  } catch (error) {
    if (!(error instanceof SandboxUnavailableError)) throw error;
    const reason = String(error.details?.reason ?? error.message);
    const found = reason.startsWith("Command failed") ? silent : reason;
    return { group: "sandboxes", name, state: "absent", found, advice: adviceFor(name, found) };
  }
}

function adviceFor(name: (typeof tried)[number], reason: string): string | null {
  if (name === "docker" && reason === silent) return "start its service, such as by: systemctl start docker";
  if (name !== "bubblewrap") return null;
  if (process.platform !== "linux") return "Linux only; here agents can run in docker or podman";
  return reason.includes("not installed")
    ? `the strongest without a daemon: ${packageLine("bubblewrap")}`
    : "it is installed but may not make namespaces; see docs/sandboxes.md";
}

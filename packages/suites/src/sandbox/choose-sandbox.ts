import { FlowError } from "@flow-state-dev/core";
import { bubblewrap } from "./bubblewrap.ts";
import { findCgroups } from "./cgroups.ts";
import { container } from "./container.ts";
import { host } from "./host.ts";
import type { Enforcement, Sandbox } from "./sandbox.ts";
import { unshare } from "./unshare.ts";

/** The sandboxes there are, strongest first; `docker` and `podman` only by choice. */
export const sandboxNames = ["bubblewrap", "unshare", "docker", "podman", "host"] as const;

/** The name of a sandbox. */
export type SandboxName = (typeof sandboxNames)[number];

/** A sandbox as it is asked for: `auto` is the strongest that works, containers may have an image behind their name. */
export type SandboxWords = SandboxName | "auto" | `${"docker" | "podman"}:${string}`;

/** A sandbox that works here, and what to tell about it once. */
export interface SandboxChoice {
  sandbox: Sandbox;
  version: string | null;
  /** One sentence: which it is, why not a stronger one, and what it does not hold commands to. */
  notice: string;
}

/** The sandbox that was asked for does not work here. */
export class SandboxUnavailableError extends FlowError {
  override readonly name = "SandboxUnavailableError";

  constructor(name: string, reason: string) {
    const next = /\(\S+ pull \S+ fetches it\)$/.test(reason)
      ? "Fetch it"
      : // Its program is there and found nobody to talk to.
        reason.startsWith("Command failed")
        ? "Start its service"
        : "Install it";
    super(
      `The sandbox ${name} does not work here: ${reason.replace(/\.$/, "")}. ${next}, or choose another with --sandbox.`,
      {
        code: "sandbox-unavailable",
        details: { name, reason },
      },
    );
  }
}

/** The named sandbox, or with `auto` the strongest that works here. Throws SandboxUnavailableError. */
export async function chooseSandbox(words: SandboxWords): Promise<SandboxChoice> {
  const [name, ...rest] = words.split(":") as [SandboxName | "auto", ...string[]];
  const image = rest.length === 0 ? undefined : rest.join(":");
  const cgroups = await findCgroups();
  const make: Record<SandboxName, () => Sandbox> = {
    bubblewrap: () => bubblewrap({ cgroups }),
    unshare: () => unshare({ cgroups }),
    docker: () => container({ program: "docker", image }),
    podman: () => container({ program: "podman", image }),
    host: () => host({ cgroups }),
  };
  const missing: string[] = [];
  for (const candidate of name === "auto" ? (["bubblewrap", "unshare", "host"] as const) : [name]) {
    const sandbox = make[candidate]();
    const availability = await sandbox.available();
    if (availability.ok) {
      const version = availability.version ?? null;
      return { sandbox, version, notice: noticeOf(sandbox, version, missing) };
    }
    if (name !== "auto") throw new SandboxUnavailableError(words, availability.reason);
    missing.push(`${candidate}: ${availability.reason}`);
  }
  throw new SandboxUnavailableError(name, missing.join("; "));
}

function noticeOf(sandbox: Sandbox, version: string | null, missing: readonly string[]): string {
  const instead = missing.length > 0 ? ` (${missing.join("; ")})` : "";
  if (sandbox.name === "host") {
    return `Commands run on this machine without a sandbox${instead}: they can read and write what you can.`;
  }
  const weak = notHeld(sandbox.enforces);
  const but = weak.length > 0 ? `, which does not hold them to their ${weak.join(" and ")}` : "";
  return `Commands run in ${sandbox.name}${version ? ` ${version}` : ""}${but}${instead}.`;
}

/** What a sandbox does not hold commands to, in words. */
export function notHeld(enforces: Enforcement): string[] {
  const words: [boolean, string][] = [
    [enforces.tree, "process tree"],
    [enforces.network, "network"],
    [enforces.files, "files"],
    [enforces.keyring, "keyring"],
    [enforces.memory !== "none", "memory limit"],
    [enforces.processes !== "none", "process limit"],
    [enforces.fileSize, "file size limit"],
  ];
  return words.flatMap(([held, word]) => (held ? [] : [word]));
}

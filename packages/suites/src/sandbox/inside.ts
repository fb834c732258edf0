import { existsSync } from "node:fs";
import { posix } from "node:path";
import type { ExecOptions, Network } from "./sandbox.ts";

/** Where things are inside a sandbox with a file system of its own. */
export const inside = {
  workspace: "/workspace",
  home: "/home/agent",
  gatewaySocket: "/run/gateway.sock",
  alive: "/run/alive",
} as const;

/** Where a sandbox that is made of namespaces has file systems in memory. */
export const spaces = ["/tmp", "/var/tmp", inside.home, "/dev", "/dev/shm"] as const;

/** Bytes that fit into each of them. */
export const spaceBytes = 4 * 2 ** 30;

/** The user that commands are inside. Outside their files belong to whoever runs the sandbox. */
export const insideUser = { name: "agent", uid: 1000, gid: 1000 } as const;

/** What agents that ask for the user's shell run their commands with: most write for bash. Inside as on the host. */
function loginShell(): string {
  return existsSync("/bin/bash") ? "/bin/bash" : "/bin/sh";
}

/**
 * Small files that a sandbox has of its own instead of the host's: path and text.
 *
 * @param host what the machine is called inside, an address of which programs ask for; with the whole network it has
 *   that from the host
 */
export function ownSettings(
  network: Network,
  host: string,
  shell: string = loginShell(),
): readonly (readonly [path: string, text: string])[] {
  const { name, uid, gid } = insideUser;
  return [
    [
      "/etc/passwd",
      `${name}:x:${uid}:${gid}:${name}:${inside.home}:${shell}\nnobody:x:65534:65534:nobody:/:/bin/false\n`,
    ],
    ["/etc/group", `${name}:x:${gid}:\nnogroup:x:65534:\n`],
    ...(network.kind === "full"
      ? []
      : [["/etc/hosts", `127.0.0.1 localhost ${host}\n::1 localhost\n`] as const]),
  ];
}

/** Settings of the host that only make sense with its network. */
export function networkSettings(network: Network): readonly string[] {
  return network.kind === "full" ? ["/etc/resolv.conf", "/etc/hosts"] : [];
}

/**
 * What every command has unless it asks for another. Of the address git knows who commits, whatever the home is. In a
 * home that is always new npm would look for a newer npm each time, which is more than half of what `npm test` takes.
 */
export const commonEnv = {
  LANG: "C.UTF-8",
  TERM: "dumb",
  EMAIL: "agent@localhost",
  npm_config_update_notifier: "false",
} as const;

/** All variables of a command inside. Those asked for win, the ones the sandbox depends on do not give way. */
export function insideEnv(options: ExecOptions, path: string): Record<string, string> {
  return {
    ...commonEnv,
    ...options.env,
    PATH: options.env?.PATH ?? path,
    HOME: inside.home,
    TMPDIR: "/tmp",
    USER: insideUser.name,
  };
}

/** The working folder inside; null when it would leave the workspace. */
export function insideCwd(root: string, cwd: string | undefined): string | null {
  const path = posix.join(root, cwd ?? ".");
  return path === root || path.startsWith(`${root}/`) ? path : null;
}

import { existsSync } from "node:fs";
import { inside, insideEnv, insideUser, networkSettings, ownSettings, spaceBytes } from "./inside.ts";
import { kernelSettings } from "./kernel-settings.ts";
import type { ExecOptions } from "./sandbox.ts";
import { shownPaths } from "./shown-paths.ts";
import type { SystemView } from "./system-view.ts";

const hostName = "sandbox";

/** A bubblewrap call: its arguments, and what it reads from descriptors 4, 5, …. */
export interface BubblewrapCall {
  /** Without values of variables, which any user of the host could read there. */
  args: readonly string[];
  inputs: readonly [string, ...(string | Uint8Array)[]];
}

/** Names of keys of the user, which the kernel tells whoever has inherited them. */
const keyLists = ["/proc/keys", "/proc/key-users"];

/** The hardened form: nothing of the host but programs and public settings, nothing writable but the workspace. */
export function bubblewrapCall(
  command: readonly string[],
  options: ExecOptions,
  facts: {
    view: SystemView;
    folder: string;
    cwd: string;
    /** Of system calls; null when there is none for this machine. */
    filter: Uint8Array | null;
    knows: (option: string) => boolean;
  },
): BubblewrapCall {
  const { view, folder, cwd, filter, knows } = facts;
  const tmpfs = (path: string, mode: string) => [
    ...["--perms", mode],
    ...(knows("--size") ? ["--size", String(spaceBytes)] : []),
    ...["--tmpfs", path],
  ];
  const network = options.network ?? { kind: "none" };
  const settings = ownSettings(network, hostName);
  const env = insideEnv(options, view.path);
  const shown = shownPaths([...view.readable, ...(options.readable ?? [])], options.hidden ?? []);
  const setUp = [
    "--unshare-user",
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
    ...(network.kind === "full" ? [] : ["--unshare-net"]),
    "--uid",
    String(insideUser.uid),
    "--gid",
    String(insideUser.gid),
    ...(network.kind === "full" ? [] : ["--hostname", hostName]),
    ...(knows("--disable-userns") ? ["--disable-userns"] : []),
    "--cap-drop",
    "ALL",
    "--die-with-parent",
    "--new-session",
    // These come first: programs may lie below them on the host.
    ...tmpfs("/tmp", "1777"),
    ...tmpfs("/var/tmp", "1777"),
    ...tmpfs(inside.home, "0700"),
    ...shown.flatMap(([path, part]) => {
      if (part === "no folder") return ["--tmpfs", path];
      if (part === "no file") return ["--ro-bind", "/dev/null", path];
      return [view.readable.includes(path) ? "--ro-bind-try" : "--ro-bind", path, path];
    }),
    ...view.links.flatMap(([path, target]) => ["--symlink", target, path]),
    ...networkSettings(network).flatMap((path) => ["--ro-bind-try", path, path]),
    ...settings.flatMap(([path], index) => ["--perms", "0444", "--file", String(index + 5), path]),
    "--proc",
    "/proc",
    ...kernelSettings.flatMap((path) => ["--ro-bind-try", path, path]),
    ...keyLists.filter((path) => existsSync(path)).flatMap((path) => ["--ro-bind", "/dev/null", path]),
    "--dev",
    "/dev",
    ...(options.writable ?? []).flatMap((path) => ["--bind", path, path]),
    ...(network.kind === "gateway" ? ["--ro-bind", network.gateway.socket, inside.gatewaySocket] : []),
    "--bind",
    folder,
    inside.workspace,
    // What is left of the root is a small tmpfs that holds the mount points.
    ...["/", ...shown.flatMap(([path, part]) => (part === "no folder" ? [path] : []))].flatMap((path) => [
      "--remount-ro",
      path,
    ]),
    "--chdir",
    cwd,
    ...(filter ? ["--seccomp", String(settings.length + 5)] : []),
    "--clearenv",
    ...Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]),
  ];
  return {
    args: ["--args", "4", "--", ...command],
    inputs: [
      setUp.map((arg) => `${arg}\0`).join(""),
      ...settings.map(([, text]) => text),
      ...(filter ? [filter] : []),
    ],
  };
}

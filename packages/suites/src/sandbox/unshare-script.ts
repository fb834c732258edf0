import { hostname } from "node:os";
import { shellQuote } from "../text/shell-quote.ts";
import { inside, insideEnv, insideUser, networkSettings, ownSettings, spaceBytes } from "./inside.ts";
import { kernelSettings } from "./kernel-settings.ts";
import type { ExecOptions } from "./sandbox.ts";
import { type PathPart, shownPaths } from "./shown-paths.ts";
import type { SystemView } from "./system-view.ts";

/**
 * Builds the same view as bubblewrap with the tools of util-linux, as root of a user namespace and process 1 of a pid
 * namespace, then becomes the parent of the command. What was mounted is gone with the namespace.
 *
 * Its lines come from `unshareScript`; here is what does not change: everything is bound below `$root`, all that is
 * not meant to be written is made read-only, submounts included, and the old root is let go.
 */
const seal = `
while read -r _ _ _ _ at _; do
  # The kernel writes blanks and the like as octal numbers.
  case "$at" in *\\\\*) at=$(printf %b "$(printf %s "$at" | sed 's/\\\\/\\\\0/g')") ;; esac
  case "$at" in
    "$root"/tmp|"$root"/var/tmp|"$root"${inside.home}|"$root"/proc|"$root"/proc/*|"$root"/dev|"$root"/dev/*) ;;
    "$root"${inside.workspace}|"$root"${inside.workspace}/*) ;;
    "$root"/*) case "$writable" in *"|$at|"*) ;; *) mount -o remount,bind,ro,nosuid,nodev "$at" ;; esac ;;
  esac
done </proc/self/mountinfo
mkdir "$root/.old"
cd "$root"
pivot_root . .old
cd /
umount -l /.old
rmdir /.old
mount -o remount,bind,ro,nosuid,nodev /
`;

/** The script, to be run with the command as its arguments. Descriptor 4 gives it the variables. */
export function unshareScript(
  options: ExecOptions,
  facts: { view: SystemView; folder: string; cwd: string; root: string },
): { script: string; variables: string } {
  const network = options.network ?? { kind: "none" };
  const programs = facts.view.readable.filter((path) => !isSetting(path));
  const lines = [
    "set -e",
    `root=${shellQuote(facts.root)}`,
    'mount -t tmpfs -o mode=755,nosuid,nodev tmpfs "$root"',
    'bind() { if [ -d "$1" ]; then mkdir -p "$root$2"; else mkdir -p "$(dirname "$root$2")"; : >"$root$2"; fi; mount --rbind "$1" "$root$2"; }',
    `space() { mkdir -p "$root$1"; mount -t tmpfs -o "mode=$2,size=${spaceBytes},nosuid,nodev" tmpfs "$root$1"; }`,
    // These come first: programs may lie below them on the host.
    "space /tmp 1777",
    "space /var/tmp 1777",
    `space ${inside.home} 700`,
    ...shownPaths([...programs, ...(options.readable ?? [])], options.hidden ?? []).map(mountLine),
    ...facts.view.links.map(([path, target]) => `ln -s ${shellQuote(target)} "$root"${shellQuote(path)}`),
    // Small enough to be copied, which is much quicker than a mount for each.
    `cp -R -P --parents ${facts.view.readable.filter(isSetting).map(shellQuote).join(" ")} "$root" 2>/dev/null || :`,
    ...networkSettings(network).map((path) => `cat ${path} >"$root"${path} 2>/dev/null || :`),
    ...ownSettings(network, hostname()).map(
      ([path, text]) => `printf %s ${shellQuote(text)} >"$root"${shellQuote(path)}`,
    ),
    'mkdir "$root/proc" && mount -t proc -o nosuid,nodev,noexec proc "$root/proc"',
    // The one namespace of users that follows is the last: another would give the command a kernel to try its luck
    // with.
    '{ echo 1 >"$root/proc/sys/user/max_user_namespaces"; } 2>/dev/null || :',
    `for at in ${kernelSettings.join(" ")}; do [ ! -e "$root$at" ] || { mount --bind "$root$at" "$root$at" && mount -o remount,bind,ro,nosuid,nodev,noexec "$root$at"; }; done`,
    // Names of keys of the user, which the kernel tells whoever has the same id. What hides them is a device of the
    // host.
    'for name in keys key-users; do [ ! -e "$root/proc/$name" ] || { mount --bind /dev/null "$root/proc/$name" && mount -o remount,bind,ro,nosuid "$root/proc/$name"; }; done',
    "space /dev 755",
    // They are the host's, whose root may be their owner inside. What is written to them is not kept from them by this.
    'for name in null zero full random urandom tty; do bind /dev/$name /dev/$name; mount -o remount,bind,ro,nosuid "$root/dev/$name"; done',
    // Terminals of its own, for commands that make one.
    'mkdir "$root/dev/pts"',
    'if mount -t devpts -o newinstance,ptmxmode=0666,mode=620,nosuid,noexec devpts "$root/dev/pts" 2>/dev/null; then ln -s pts/ptmx "$root/dev/ptmx"; fi',
    'ln -s /proc/self/fd "$root/dev/fd"',
    'ln -s /proc/self/fd/0 "$root/dev/stdin"; ln -s /proc/self/fd/1 "$root/dev/stdout"; ln -s /proc/self/fd/2 "$root/dev/stderr"',
    "space /dev/shm 1777",
    ...(options.writable ?? []).map((path) => `bind ${shellQuote(path)} ${shellQuote(path)}`),
    `writable=${shellQuote((options.writable ?? []).map((path) => `|${facts.root}${path}|`).join(""))}`,
    ...(network.kind === "gateway"
      ? [`bind ${shellQuote(network.gateway.socket)} ${inside.gatewaySocket}`]
      : []),
    `bind ${shellQuote(facts.folder)} ${inside.workspace}`,
    ...(network.kind === "full" ? [] : ["ip link set lo up 2>/dev/null || :"]),
    seal,
    `cd ${shellQuote(facts.cwd)}`,
    "set +e",
    "variables=$(cat <&4)",
    "exec 4<&-",
    "for name in $(env | sed -n 's/^\\([A-Za-z_][A-Za-z0-9_]*\\)=.*/\\1/p'); do unset \"$name\"; done",
    'eval "$variables"',
    `unshare --user --map-user=${insideUser.uid} --map-group=${insideUser.gid} setpriv --no-new-privs "$@"`,
    "exit $?",
  ];
  const variables = Object.entries(insideEnv(options, facts.view.path))
    .map(([name, value]) => `export ${name}=${shellQuote(value)}\n`)
    .join("");
  return { script: lines.join("\n"), variables };
}

function mountLine([path, part]: PathPart): string {
  const at = shellQuote(path);
  if (part === "no folder") return `mount -t tmpfs -o mode=755,nosuid,nodev tmpfs "$root"${at}`;
  return part === "shown" ? `bind ${at} ${at}` : `mount --bind /dev/null "$root"${at}`;
}

const isSetting = (path: string): boolean => path.startsWith("/etc/");

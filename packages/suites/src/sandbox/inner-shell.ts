/**
 * The last step before the command, inside the sandbox: tells on descriptor 3 that it is there and in which pid
 * namespace, waits there for the word to begin, sets the limits of the system, and becomes the command. A limit above
 * the one in force stays as it is.
 *
 * The word comes only from a caller that is alive when everything around the command is bound to its life. A caller
 * that was killed earlier says nothing: then the command never begins, and what was built for it ends. Where nothing
 * binds the command, one that watches descriptor 3 stays beside it and ends their process group when the caller does;
 * the command is not its parent, for it may wait for all children it has.
 */
const script = `
readlink /proc/self/ns/pid >&3 2>/dev/null || echo ready >&3
read -r _ <&3 || exit 125
[ "$1" = - ] || ( (read -r _ <&3; kill -s KILL 0) & ) </dev/null >/dev/null 2>&1
exec 3>&-
ulimit -c 0 2>/dev/null
[ "$2" = - ] || ulimit -f "$2" 2>/dev/null
[ "$3" = - ] || ulimit -u "$3" 2>/dev/null || ulimit -p "$3" 2>/dev/null
shift 3
exec "$@"
`;

const blockBytes = 512;

/**
 * Limits that the system is to set for the command itself; those left out are held some other way. Memory always is: the
 * system counts what a process has set aside, of which some use next to nothing.
 */
export interface SystemLimits {
  fileBytes?: number;
  /** Processes of the user, as the system counts them. */
  processes?: number;
}

/**
 * The command with its limits around it, as an argument vector for the inside of a sandbox. With `watched` one more
 * process ends its group when the caller is gone; it must be a group of its own.
 */
export function innerShell(
  argv: readonly string[],
  limits: SystemLimits,
  { watched = false }: { watched?: boolean } = {},
): readonly [string, ...string[]] {
  const whole = (value: number | undefined, unit: number) =>
    value === undefined ? "-" : String(Math.max(1, Math.floor(value / unit)));
  const { fileBytes, processes } = limits;
  return [
    "sh",
    "-c",
    script,
    "sh",
    watched ? "watched" : "-",
    whole(fileBytes, blockBytes),
    whole(processes, 1),
    ...argv,
  ];
}

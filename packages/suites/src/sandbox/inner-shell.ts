/**
 * The last step before the command, inside the sandbox: tells on descriptor 3 that it is there and in which pid
 * namespace, sets the limits of the system, and becomes the command. A limit above the one in force stays as it is.
 */
const script = `
readlink /proc/self/ns/pid >&3 2>/dev/null || echo ready >&3
exec 3>&-
ulimit -c 0 2>/dev/null
[ "$1" = - ] || ulimit -f "$1" 2>/dev/null
[ "$2" = - ] || ulimit -d "$2" 2>/dev/null
[ "$3" = - ] || ulimit -u "$3" 2>/dev/null || ulimit -p "$3" 2>/dev/null
shift 3
exec "$@"
`;

const blockBytes = 512;

/** Limits that the system is to set for the command itself; those left out are held some other way. */
export interface SystemLimits {
  fileBytes?: number;
  /** Bytes of memory of each process. */
  processBytes?: number;
  /** Processes of the user, as the system counts them. */
  processes?: number;
}

/** The command with its limits around it, as an argument vector for the inside of a sandbox. */
export function innerShell(argv: readonly string[], limits: SystemLimits): readonly [string, ...string[]] {
  const whole = (value: number | undefined, unit: number) =>
    value === undefined ? "-" : String(Math.max(1, Math.floor(value / unit)));
  const { fileBytes, processBytes, processes } = limits;
  return [
    "sh",
    "-c",
    script,
    "sh",
    whole(fileBytes, blockBytes),
    whole(processBytes, 1024),
    whole(processes, 1),
    ...argv,
  ];
}

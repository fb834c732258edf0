import { shellQuote } from "../text/shell-quote.ts";

/** What a launch script is made from. All paths are those inside. */
export interface LaunchScriptFacts {
  argv: readonly string[];
  home: string;
  /** A path at which nothing is: a pipe is made there, and a line `stop` in it asks the agent to end. */
  stopPipe: string;
  stopSignal: "INT" | "TERM";
}

/**
 * Starts an agent in a process group of its own, with a home of its own, and waits for it; the exit code is the
 * agent's. A reader of the pipe stands by to pass the signal on, since nobody outside can send one into a sandbox.
 * HOME is set here because sandboxes do not let go of theirs.
 */
export function launchScript({ argv, home, stopPipe, stopSignal }: LaunchScriptFacts): string {
  return `HOME=${shellQuote(home)}
export HOME
stop=${shellQuote(stopPipe)}
mkfifo "$stop" 2>/dev/null
own= group=
if command -v setsid >/dev/null 2>&1; then own=setsid group=-; fi
( $own sh -c '
  (read -r word < "$1" && [ "$word" = stop ] && kill -s "$2" -- "$3$$") </dev/null >/dev/null 2>&1 &
  shift 3
  exec "$@"
' sh "$stop" ${stopSignal} "$group" ${argv.map(shellQuote).join(" ")} )
code=$?
printf 'ended\\n' 1<>"$stop" 2>/dev/null
rm -f "$stop"
exit $code
`;
}

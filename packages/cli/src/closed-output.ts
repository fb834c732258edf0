import { isSamePlace } from "./same-place.ts";

/** Commands whose end means something, read or not: they have cells under way, and an exit code that others act on. */
const working: ReadonlySet<string> = new Set(["bench", "compare", "run", "doctor", "worker"]);

/** The process, as far as it matters here. */
type Writing = Pick<NodeJS.Process, "stdout" | "stderr" | "emit" | "listenerCount" | "exit">;

/**
 * What becomes of a command when nobody reads its output any more, as in `x … | head -1`. One that only shows something
 * is done, with exit code 0. One that works stops as at Ctrl-C, once: what runs may end and is kept, and the exit code
 * is its own. Where only stderr was closed it goes on: its result is on stdout.
 *
 * @param command the first word after `x`
 */
export function bearClosedOutput(process: Writing, command: string | undefined): void {
  let isAsked = false;
  const onGone = (code: string) => {
    if (!working.has(command ?? "")) process.exit(0);
    // Without anybody who listens there is nothing to stop: it is beginning, or about to end. A terminal that was closed
    // says so with a signal of its own, and two would cut off what runs.
    if (isAsked || code === "EIO" || process.listenerCount("SIGINT") === 0) return;
    isAsked = true;
    process.emit("SIGINT", "SIGINT");
  };
  const bear = (stream: NodeJS.WriteStream, gone: (code: string) => void) =>
    stream.on("error", (error: NodeJS.ErrnoException) => {
      // A pipe whose reader ended, or a terminal that was closed.
      if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
      gone(error.code);
    });
  bear(process.stdout, onGone);
  bear(process.stderr, (code) => isSamePlace() && onGone(code));
}

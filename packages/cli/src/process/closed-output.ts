import { unwrittenText } from "../files/unwritten-output.ts";
import { isSamePlace } from "../text/same-place.ts";

/** Commands whose end means something, read or not: they have cells under way, and an exit code that others act on. */
const working: ReadonlySet<string> = new Set(["bench", "compare", "run", "doctor", "worker"]);

/** The process, as far as it matters here. */
type Writing = Pick<
  NodeJS.Process,
  "stdout" | "stderr" | "emit" | "on" | "listenerCount" | "exit" | "exitCode"
>;

/** Exit code of a command whose result could not be written. */
const lostCode = 10;

/**
 * What becomes of a command when nobody reads its output any more, as in `x … | head -1`. One that only shows something
 * is done, with exit code 0. One that works stops as at Ctrl-C, once: what runs may end and is kept, and the exit code
 * is its own. Where only stderr was closed it goes on: its result is on stdout.
 *
 * Where stdout cannot be written for another reason, such as a full disk, one sentence on stderr says so, and the exit
 * code is 10. One that works goes on to its end, for what it runs is kept.
 *
 * @param words what was typed after `x`
 */
export function bearClosedOutput(process: Writing, words: readonly string[]): void {
  const works = working.has(words[0] ?? "");
  let isAsked = false;
  let isLost = false;
  const onGone = (code: string) => {
    if (!works) process.exit(0);
    // Without anybody who listens there is nothing to stop: it is beginning, or about to end. A terminal that was
    // closed says so with a signal of its own, and two would cut off what runs.
    if (isAsked || code === "EIO" || process.listenerCount("SIGINT") === 0) return;
    isAsked = true;
    process.emit("SIGINT", "SIGINT");
  };
  const onLost = (error: Error) => {
    if (isLost) return;
    isLost = true;
    process.stderr.write(unwrittenText(error, words));
    if (!works) process.exit(lostCode);
    process.on("exit", () => {
      process.exitCode = lostCode;
    });
  };
  const bear = (stream: NodeJS.WriteStream, gone: (code: string) => void, lost: (error: Error) => void) =>
    stream.on("error", (error: NodeJS.ErrnoException) => {
      // A pipe whose reader ended, or a terminal that was closed.
      if (error.code === "EPIPE" || error.code === "EIO") gone(error.code);
      else lost(error);
    });
  bear(process.stdout, onGone, onLost);
  // What cannot be said on stderr cannot be said at all.
  bear(
    process.stderr,
    (code) => isSamePlace() && onGone(code),
    () => {},
  );
}

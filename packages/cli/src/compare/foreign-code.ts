import { toldError } from "../text/told-error.ts";
import { visibleText } from "../text/visible-text.ts";
import { consoleTo } from "./console-to.ts";
import { type OwnStdout, stdoutTo } from "./stdout-to.ts";
import { thrownText } from "./thrown-text.ts";

/** Different rejections that are told. A message with a number in it would be a new one in every cell. */
const mostTold = 20;

/** What code of a user may take to close what it has open, once the result is out. */
const graceMs = 5_000;

/** Where what is said is shown, as far as it matters here: texts stay above it, and disposing of it takes it away. */
interface Display extends Disposable {
  print(text: string): void;
}

/** A watch over code of a user that runs in this process, until the process ends. */
export interface ForeignCode {
  /** Where the command writes its result; the process's own leads elsewhere. */
  readonly stdout: OwnStdout;
  /**
   * Cells run from now on.
   *
   * @param display where things are told from now on
   * @param goOn how to go on with a run that ended early
   */
  begin(display: Display, goOn: string): void;
  /**
   * The command is done, and what code of a user does from now on does not change its exit code. When something of it
   * keeps the process alive, the process ends all the same after a few seconds.
   */
  end(exitCode: number): void;
}

/** The process, as far as it is watched. */
type Watched = Pick<
  NodeJS.Process,
  "stdout" | "stderr" | "on" | "exit" | "exitCode" | "getActiveResourcesInfo"
>;

/** What keeps every process with pipes or a terminal alive for a moment: nothing that a benchmark has opened. */
const ownResources: ReadonlySet<string> = new Set(["PipeWrap", "TTYWrap"]);

/**
 * Keeps code of a user from spoiling the command around it. What it prints with `console`, or writes to stdout, goes to
 * stderr. A rejection that nobody waits for is a warning, told once. An error that nobody catches, say in a timer,
 * leaves the process in an unknown state: it ends with one sentence and exit code 10, or with that of the result if
 * there is one. So it does when code of a user ends the process, or waits for what never comes, before there is a
 * result; while it is loaded with 4.
 *
 * @param folder where files are seen from, in messages
 */
export function watchForeignCode(process: Watched, folder: string): ForeignCode {
  const { stderr } = process;
  const told = new Set<string>();
  let display: Display | undefined;
  let goOn: string | undefined;
  let ended: number | undefined;
  const say = (text: string) => (display ? display.print(text) : stderr.write(text));
  consoleTo(say, stderr.isTTY === true);
  const { own, close } = stdoutTo(process.stdout, say);
  const endEarly = (why: string) => {
    if (ended !== undefined) return false;
    display?.[Symbol.dispose]();
    stderr.write(toldError(`${why}. ${stateOf(goOn)}`));
    ended = goOn === undefined ? 4 : 10;
    process.exitCode = ended;
    return true;
  };
  process.on("beforeExit", () => {
    const why = "The benchmark waits for something that never comes, and nothing else is left to do";
    // At once: Node would have a warning of its own, about a line of this program.
    if (endEarly(why)) process.exit();
  });
  process.on("exit", () => {
    close();
    endEarly("The benchmark ended the process, say with process.exit");
  });
  process.on("unhandledRejection", (reason: unknown) => {
    const what = visibleText(thrownText(reason, folder));
    if (told.has(what) || told.size > mostTold) return;
    told.add(what);
    const then = ended === undefined ? "The run goes on" : "The result stands";
    say(
      told.size > mostTold
        ? "warning: More in the benchmark rejected and nobody waited for it, with other messages, which are not told.\n"
        : `warning: Something in the benchmark rejected and nobody waited for it: ${what}. ${then}; await it, or catch it.\n`,
    );
  });
  process.on("uncaughtException", (error: unknown) => {
    display?.[Symbol.dispose]();
    const what = thrownText(error, folder);
    if (ended !== undefined) {
      stderr.write(
        toldError(`warning: An error that nobody caught came after the result, which stands: ${what}.`),
      );
      process.exit(ended);
    }
    stderr.write(toldError(`An error that nobody caught ended the command: ${what}. ${stateOf(goOn)}`));
    ended = 10;
    process.exit(ended);
  });
  return {
    stdout: own,
    begin(shown, sentence) {
      display = shown;
      goOn = sentence;
    },
    end(exitCode) {
      ended = exitCode;
      const overdue = setTimeout(() => {
        const open = namesOf(process.getActiveResourcesInfo());
        stderr.write(
          `warning: The benchmark keeps something open (${open}), which would keep the command from ending. It ends now; close it when the tasks are done.\n`,
        );
        process.exit(exitCode);
      }, graceMs);
      overdue.unref();
    },
  };
}

/** What is left of a run that ended early; undefined `goOn` says that none had begun. */
function stateOf(goOn: string | undefined): string {
  return goOn === undefined
    ? "Nothing was run or spent."
    : `Finished cells are kept; those under way will run again. ${goOn}`;
}

/** What is open, each once; what every process has only when there is nothing else. */
function namesOf(resources: readonly string[]): string {
  const theirs = resources.filter((name) => !ownResources.has(name));
  return [...new Set(theirs.length > 0 ? theirs : resources)].join(", ");
}

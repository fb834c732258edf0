import { toldError } from "../told-error.ts";
import { visibleText } from "../visible-text.ts";
import { consoleTo } from "./console-to.ts";
import { thrownText } from "./thrown-text.ts";

/** Different rejections that are told. A message with a number in it would be a new one in every cell. */
const mostTold = 20;

/** Where what is said is shown, as far as it matters here: texts stay above it, and disposing of it takes it away. */
interface Display extends Disposable {
  print(text: string): void;
}

/** A watch over code of a user that runs in this process. Dispose of it when none runs any more. */
export interface ForeignCode extends Disposable {
  /**
   * Cells run from now on.
   *
   * @param display where things are told from now on
   * @param goOn how to go on with a run that ended early
   */
  begin(display: Display, goOn: string): void;
}

/**
 * Keeps code of a user from spoiling the command around it. What it prints with `console` goes to stderr. A rejection
 * that nobody waits for is a warning, told once. An error that nobody catches, say in a timer, leaves the process in an
 * unknown state: it ends with one sentence and exit code 10.
 *
 * @param folder where files are seen from, in messages
 */
export function watchForeignCode(
  process: Pick<NodeJS.Process, "stderr" | "on" | "off" | "exit">,
  folder: string,
): ForeignCode {
  const { stderr } = process;
  const told = new Set<string>();
  let display: Display | undefined;
  let goOn: string | undefined;
  const say = (text: string) => (display ? display.print(text) : stderr.write(text));
  const printed = consoleTo(say, stderr.isTTY === true);
  const onRejection = (reason: unknown) => {
    const what = visibleText(thrownText(reason, folder));
    if (told.has(what) || told.size > mostTold) return;
    told.add(what);
    say(
      told.size > mostTold
        ? "warning: More in the benchmark rejected and nobody waited for it, with other messages, which are not told.\n"
        : `warning: Something in the benchmark rejected and nobody waited for it: ${what}. The run goes on; await it, or catch it.\n`,
    );
  };
  const onException = (error: unknown) => {
    display?.[Symbol.dispose]();
    const then = goOn === undefined ? "Nothing was run or spent." : `Nothing is lost. ${goOn}`;
    stderr.write(
      toldError(`An error that nobody caught ended the command: ${thrownText(error, folder)}. ${then}`),
    );
    process.exit(10);
  };
  process.on("unhandledRejection", onRejection);
  process.on("uncaughtException", onException);
  return {
    begin(shown, sentence) {
      display = shown;
      goOn = sentence;
    },
    [Symbol.dispose]() {
      process.off("unhandledRejection", onRejection);
      process.off("uncaughtException", onException);
      printed[Symbol.dispose]();
    },
  };
}

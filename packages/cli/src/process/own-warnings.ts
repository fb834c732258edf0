import { visibleText } from "../text/visible-text.ts";

type Say = (sentence: string) => void;

let say: Say = (sentence) => void process.stderr.write(`warning: ${sentence}\n`);

/**
 * Tells warnings of our own packages in the words of `x`: Node's own form names a process and advises a flag, which are
 * of no use to whoever reads the output of a command. Those of others stay Node's.
 */
export function bearWarnings(process: Pick<NodeJS.Process, "emitWarning">): void {
  const emit = process.emitWarning.bind(process) as (...args: unknown[]) => void;
  process.emitWarning = (warning: string | Error, ...about: unknown[]) => {
    if (about[0] !== "UnpricedModelWarning") return emit(warning, ...about);
    say(visibleText(String(warning).replace("to a prices file", "to the file that X_PRICES names")));
  };
}

/** Has them told by `next`, say above a display, until it is disposed of. */
export function warningsTo(next: Say): Disposable {
  const before = say;
  say = next;
  return {
    [Symbol.dispose]() {
      say = before;
    },
  };
}

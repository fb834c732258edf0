import { paintFor } from "./colour.ts";
import { fitLines } from "./fit-lines.ts";
import { fitStderr } from "./fit-stderr.ts";
import { paintLines } from "./paint-lines.ts";
import { terminalColumns } from "./terminal-columns.ts";
import { visibleText } from "./visible-text.ts";

/** How a command speaks: results on stdout, all else on stderr, lines no longer than the terminal they go to. */
export interface Voice {
  /** Results, with colours where a terminal takes them. */
  show(text: string): void;
  /** Lines of our own. */
  say(lines: string): void;
  /** A sentence that may quote others. */
  warn(sentence: string): void;
}

/** Where a voice goes; whether that is a terminal is asked of the process. */
interface Outputs {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

/** The voice of this process, on these outputs. */
export function voiceOn({ stdout, stderr }: Outputs): Voice {
  return {
    show: (text) =>
      void stdout.write(
        paintLines(fitLines(text, terminalColumns(process.stdout)), paintFor(process.stdout, process.env)),
      ),
    say: (lines) => void stderr.write(fitStderr(lines)),
    warn: (sentence) => void stderr.write(fitStderr(`warning: ${visibleText(sentence)}\n`)),
  };
}

import { stripVTControlCharacters } from "node:util";
import { cutToWidth, displayWidth } from "@flow-state-dev/testing/display-width";

/** A terminal, as far as a status block needs one. */
export interface Terminal {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** A few lines at the bottom of a terminal that are drawn anew in place. */
export interface StatusBlock {
  /** Shows these lines in place of those before; each is cut to the width of the terminal. */
  show(lines: readonly string[]): void;
  /** Writes text above the block, where it stays. */
  print(text: string): void;
  /** Takes the block away. */
  clear(): void;
}

/** Can lines be drawn anew there? Not where nothing but text is understood. */
export function canRedraw({ isTTY }: Terminal, env: NodeJS.ProcessEnv = process.env): boolean {
  return isTTY === true && env.TERM !== "dumb";
}

const eraseDown = "\u001b[0J";

/** A block on a real terminal. Nothing is written by itself: whoever shows it draws it again. */
export function createStatusBlock(terminal: Terminal): StatusBlock {
  let drawn: readonly string[] = [];
  const columns = () => terminal.columns || 80;
  // A terminal that was made narrower since has broken lines in two.
  const height = () => drawn.reduce((rows, line) => rows + rowsOf(line, columns()), 0);
  const home = () => (drawn.length === 0 ? "" : `\u001b[${height()}F${eraseDown}`);
  let lines: readonly string[] = [];
  const draw = () => {
    drawn = lines.map((line) => cut(line, columns()));
    return drawn.map((line) => `${line}\n`).join("");
  };
  return {
    show(next) {
      const start = home();
      lines = next;
      terminal.write(start + draw());
    },
    print(text) {
      terminal.write(`${home()}${text.endsWith("\n") ? text : `${text}\n`}${draw()}`);
    },
    clear() {
      if (drawn.length === 0) return;
      terminal.write(home());
      drawn = [];
      lines = [];
    },
  };
}

function rowsOf(line: string, columns: number): number {
  return Math.max(1, Math.ceil(displayWidth(stripVTControlCharacters(line)) / columns));
}

/** A line that would wrap would not be found again. Colours are given up for a line that is cut. */
function cut(line: string, columns: number): string {
  const plain = stripVTControlCharacters(line);
  return displayWidth(plain) < columns ? line : cutToWidth(plain, Math.max(1, columns - 1));
}

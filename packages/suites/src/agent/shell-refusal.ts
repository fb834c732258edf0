import { printable } from "../text/printable.ts";

/** A program that a shell was to start first and could not. */
export interface ShellRefusal {
  /** Its path or name, as the shell understood it, safe to print. */
  program: string;
  /** Is it not there? Else it is, and cannot be run. */
  missing: boolean;
  /** Does the line name it within the home folder, which is another one in every sandbox? */
  atHome: boolean;
  /** What the shell said, safe to print. */
  words: string;
}

/** How a line was run, and what came of it. */
export interface RefusedLine {
  line: string;
  /** The name of the shell, with which its sentences begin. */
  shell: string;
  exitCode: number;
  /** All that was written, on both streams. */
  said: string;
}

/** With these a shell ends that cannot run a program. */
const notRun = new Set([126, 127]);
const reasons =
  /^(?:exec: )?(.+?): ((?:command )?not found|No such file or directory|Permission denied|Is a directory|cannot execute.*|\S+: bad interpreter.*)$/;
const leading = /^(?:[A-Za-z_]\w*=[^\s"']*\s+|exec\s+)*/;
const firstWord = /^(?:"([^"\\`]+)"|'([^']+)'|([^\s"'\\`]+))(?=\s|$)/;
const longest = 200;

/**
 * The refusal of a shell to start the very first program of a line. Null unless the line is a single command (others may
 * follow with `&&`) and the sentence of the shell is all that was written: what a program that had started did not find
 * is its own affair.
 */
export function shellRefusal({ line, shell, exitCode, said }: RefusedLine): ShellRefusal | null {
  if (!notRun.has(exitCode) || !isSingle(line)) return null;
  const lines = said
    .split("\n")
    .filter((each) => each.trim() !== "" && !each.startsWith(`${shell}: warning:`));
  const [sentence = ""] = lines;
  if (lines.length !== 1 || !sentence.startsWith(`${shell}: `)) return null;
  const rest = sentence.slice(shell.length + 2).replace(/^(?:line )?\d+: /, "");
  const [, program = "", reason = ""] = reasons.exec(rest) ?? [];
  const started = line.trim().replace(leading, "");
  if (!isNamed(program, started)) return null;
  return {
    program: printable(program, longest),
    missing: /^(?:(?:command )?not found|No such file or directory)$/.test(reason),
    atHome: /^(?:~|"?\$(?:HOME\b|\{HOME\}))/.test(started),
    words: printable(rest, longest),
  };
}

/** Is it one command, or several of which each needs the one before? */
function isSingle(line: string): boolean {
  const plain = line
    .replaceAll(/\$\{\w+\}|\$\([^()]*\)|\d?>&\d/g, "")
    .replaceAll(/"[^"]*"|'[^']*'/g, "")
    .replaceAll("&&", "");
  return !/[;|&\n`(){}]/.test(plain);
}

/** Does a line begin with this program? Of a word with variables the part behind them has to be the same. */
function isNamed(program: string, line: string): boolean {
  const [, double, single, bare] = firstWord.exec(line) ?? [];
  const word = double ?? single ?? bare;
  if (word === undefined || program === "") return false;
  const known = single ?? word.replace(/^.*\$(?:\w+|\{\w+\})|^~[^/]*/, "");
  if (known === word) return program === word;
  return /[^/]/.test(known) && program.endsWith(known);
}

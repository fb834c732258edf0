import { kebab } from "../help/flag-rows.ts";
import { shownWord } from "../text/shown-word.ts";
import { plainArgs } from "./plain-args.ts";
import { startWords } from "./start-words.ts";

/** A process, as far as it says what was typed. */
export type Typed = Pick<NodeJS.Process, "env"> & { readonly argv: readonly string[] };

/**
 * The command that was typed, to be typed again with other flags: those named are left out, with their values and
 * however they were spelled, and the additions come last. Starts as it was started; passwords of databases are not
 * shown.
 */
export function commandAgain(
  { argv, env }: Typed,
  { without, add = [] }: { without: readonly string[]; add?: readonly string[] },
): string {
  const words: string[] = [];
  const typed = plainArgs(argv.slice(2));
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at]!;
    const flag = kebab(word.split("=", 1)[0]!);
    if (!without.includes(flag)) words.push(word);
    else if (valued.has(flag) && !word.includes("=")) at += 1;
  }
  return [...startWords(env), ...words, ...add].map((word) => shownWord(word, env)).join(" ");
}

/** Of the flags that may be left out, those that have a value. */
const valued = new Set(["--max-cost", "--budget", "--model", "-m", "--judge-model"]);

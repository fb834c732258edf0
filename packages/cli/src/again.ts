import { plainArgs } from "./plain-args.ts";
import { shownWord } from "./shown-word.ts";
import { startWords } from "./start-words.ts";

/**
 * The command that was typed, to be typed again with other flags: those named are left out, with their values, and the
 * additions come last. Starts as it was started; passwords of databases are not shown.
 */
export function commandAgain(
  { argv, env }: { argv: readonly string[]; env: NodeJS.ProcessEnv },
  { without, add }: { without: readonly string[]; add: readonly string[] },
): string {
  const words: string[] = [];
  const typed = plainArgs(argv.slice(2));
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at]!;
    const flag = without.find((name) => word === name || word.startsWith(`${name}=`));
    if (flag === undefined) words.push(word);
    else if (word === flag && valued.has(flag)) at += 1;
  }
  return [...startWords(env), ...words, ...add].map((word) => shownWord(word, env)).join(" ");
}

/** Of the flags that may be left out, those that have a value. */
const valued = new Set(["--max-cost", "--maxCost", "--budget"]);

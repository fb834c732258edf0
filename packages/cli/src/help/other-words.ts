import { statSync } from "node:fs";
import { shellWord } from "../text/shell-word.ts";

/** Words that people know from elsewhere for what `x` has, and the word that it has. */
const commands: Readonly<Record<string, string>> = {
  ...{
    test: "bench",
    tests: "bench",
    benchmark: "bench",
    benchmarks: "bench",
    eval: "bench",
    evals: "bench",
  },
  ...{ list: "runs", ls: "runs", history: "runs", log: "runs", results: "show", ui: "view", serve: "view" },
  ...{ version: "--version", check: "doctor" },
};

/** The command or flag that somebody means who types another word for it; undefined when none is known. */
export function otherCommand(typed: string): string | undefined {
  if (Object.hasOwn(commands, typed)) return commands[typed];
  return ["--version", "--help", "help"].find((word) => isSlipOf(typed, word));
}

/** The command that somebody means who names only the file it is for; undefined for what is no such file. */
export function fileCommand(typed: string): string | undefined {
  const command = /\.jsonc?$/.test(typed) ? "bench" : /\.[cm]?[jt]s$/.test(typed) ? "compare" : undefined;
  const isThere = statSync(typed, { throwIfNoEntry: false })?.isFile() ?? false;
  return command && isThere ? `x ${command} ${shellWord(typed)}` : undefined;
}

const atOnce = ["concurrent", "concurrency"];
const selection = ["case", "category"];

/** Flags that people know from elsewhere or from another command, and those of ours that mean it, with their value. */
const flagsFor: Readonly<Record<string, readonly string[]>> = {
  ...{
    cost: ["max-cost", "budget"],
    judge: ["judge-model"],
    grader: ["judge-model"],
    "max-cost": ["budget"],
    budget: ["max-cost"],
    concurrent: atOnce,
    concurrency: atOnce,
  },
  ...{ parallel: atOnce, jobs: atOnce, workers: atOnce, filter: selection, only: selection, grep: selection },
  ...{
    json: ["format json", "output"],
    format: ["json"],
    "dry-run": ["plan"],
    repeat: ["runs"],
    repeats: ["runs"],
    output: ["html"],
    out: ["output", "html"],
  },
};

/**
 * The flag of a command that is meant by one that it does not have, without dashes, perhaps with a value; undefined
 * when none is known.
 */
export function otherFlag(typed: string, flags: ReadonlySet<string>): string | undefined {
  const known = Object.hasOwn(flagsFor, typed) ? flagsFor[typed]! : [];
  const same = known.find((name) => flags.has(name.split(" ", 1)[0]!));
  if (same !== undefined) return same;
  // The library does not know this one when it looks for what is near.
  return isSlipOf(typed, "help") ? "help" : undefined;
}

/**
 * May a word be what was meant, among those that the library finds near? It goes as far as from `foo` to `top`; what
 * begins with another letter is so only by a slip.
 */
export function mayBeMeant(typed: string, word: string): boolean {
  return typed.slice(0, 1).toLowerCase() === word.slice(0, 1) || isSlipOf(typed, word);
}

/** The same letters in another order, or all of them but one, or one too many, or one replaced. */
function isSlipOf(typed: string, word: string): boolean {
  const [short, long] = typed.length < word.length ? [typed, word] : [word, typed];
  if (short.length < long.length)
    return Array.from(long, (_, at) => long.slice(0, at) + long.slice(at + 1)).includes(short);
  const others = Array.from(short).filter((letter, at) => letter !== long[at]).length;
  return others === 1 || [...short].sort().join("") === [...long].sort().join("");
}

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
  return ["--version", "--help"].find((flag) => isSlipOf(typed, flag));
}

/** Flags that mean the same, of which a command has one. */
const sameFlags: readonly (readonly string[])[] = [
  ["budget", "max-cost"],
  ["concurrent", "concurrency"],
];

/** The flag of a command that is meant by one that it does not have, without dashes; undefined when none is known. */
export function otherFlag(typed: string, flags: ReadonlySet<string>): string | undefined {
  const same = sameFlags.find((names) => names.includes(typed))?.find((name) => flags.has(name));
  if (same !== undefined) return same;
  // The library does not know this one when it looks for what is near.
  return isSlipOf(typed, "help") ? "help" : undefined;
}

/** The same letters in another order, or all of them but one, or one too many. */
function isSlipOf(typed: string, word: string): boolean {
  const [short, long] = typed.length < word.length ? [typed, word] : [word, typed];
  if (short.length === long.length) return [...short].sort().join("") === [...long].sort().join("");
  return Array.from(long, (_, at) => long.slice(0, at) + long.slice(at + 1)).includes(short);
}

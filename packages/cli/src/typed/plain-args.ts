/**
 * What was typed, so that flags can be put behind it: without a `--`, behind which all words are names of files. Those
 * that look like flags are named by their folder too.
 */
export function plainArgs(args: readonly string[]): string[] {
  const end = args.indexOf("--");
  if (end === -1) return [...args];
  const files = args.slice(end + 1).map((word) => (word.startsWith("-") ? `./${word}` : word));
  return [...args.slice(0, end), ...files];
}

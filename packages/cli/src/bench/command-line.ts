import { plainArgs } from "../plain-args.ts";
import { shownWord } from "../shown-word.ts";
import { startWords } from "../start-words.ts";

/**
 * The command as it was typed and started, without these flags and without passwords of databases, so that it can be typed again with
 * more.
 */
export function commandLine(
  typed: readonly string[],
  without: { plain: readonly string[]; withValue: readonly string[] },
  env: NodeJS.ProcessEnv = process.env,
): string {
  const args = plainArgs(typed);
  const kept: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const [flag = ""] = args[at]!.split("=", 1);
    if (without.plain.includes(flag)) continue;
    if (without.withValue.includes(flag)) {
      if (!args[at]!.includes("=")) at++;
      continue;
    }
    kept.push(args[at]!);
  }
  return [...startWords(env), ...kept.map((word) => shownWord(word, env))].join(" ");
}

import { startWords } from "./start-words.ts";

/** Words that make a command when they follow `x`. Kept apart from the commands themselves, which bring their flags. */
export const commandWords: readonly string[] = [
  ...["init", "doctor", "models", "agents", "bench", "compare", "run", "runs", "show", "view", "diff"],
  ...["report", "export", "import", "worker", "top", "completion", "--help", "--version"],
];

const command = new RegExp(
  String.raw`(?<![\w./@:~-]|\bnpx )x (?=(?:${commandWords.join("|")})(?![\w-]))`,
  "g",
);

/**
 * A sentence of ours in which every command begins as the one under way was started, so that it can be typed as it
 * stands: `npm run x -- init` inside the repository, where `x init` is not found. Not for output of other programs.
 */
export function asStarted(
  text: string,
  env: NodeJS.ProcessEnv = process.env,
  folder: string = process.cwd(),
): string {
  const words = startWords(env, folder);
  return words.length === 1 ? text : text.replace(command, `${words.join(" ")} `);
}

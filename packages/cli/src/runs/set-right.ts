import { commandLine } from "../bench/command-line.ts";

/**
 * What a person can do about a run that was stopped for its setup. Where the model that was typed is not there, the same
 * command helps only once it is; with another model it is another run.
 *
 * @param reason why it was stopped
 * @param goOn the command that goes on with it
 * @param typed what was typed after `x`
 */
export function setRightLines(
  reason: string,
  goOn: string,
  typed: readonly string[] = process.argv.slice(2),
  env: NodeJS.ProcessEnv = process.env,
): string[] {
  const isTyped = typed.some((word) => /^(-m|--model)(=|$)/.test(word));
  if (!isTyped || !reason.includes("(unknown-model)")) return [`Set it right, then go on: ${goOn}`];
  const anew = commandLine(typed, { plain: ["--resume"], withValue: ["-m", "--model"] }, env);
  return [
    `Begin anew with a model that is there: ${anew} --model <id>`,
    `Or get this one, then go on: ${goOn}`,
  ];
}

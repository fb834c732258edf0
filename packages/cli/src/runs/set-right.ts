import { commandAgain, type Typed } from "../typed/again.ts";

/**
 * What a person can do about a run that was stopped for its setup. Where the model that was typed is not there, the
 * same command helps only once it is; with another model it is another run.
 *
 * @param reason why it was stopped
 * @param goOn the command that goes on with it
 * @param typed the process: what was typed, and how
 */
export function setRightLines(reason: string, goOn: string, typed: Typed = process): string[] {
  const isTyped = typed.argv.slice(2).some((word) => /^(-m|--model)(=|$)/.test(word));
  if (!isTyped || !reason.includes("(unknown-model)")) return [`Set it right, then go on: ${goOn}`];
  const anew = commandAgain(typed, { without: ["--resume", "-m", "--model"] });
  return [
    `Begin anew with a model that is there: ${anew} --model <id>`,
    `Or get this one, then go on: ${goOn}`,
  ];
}

import { existsSync } from "node:fs";
import { MissingKeyError, UnpricedModelError } from "@flow-state-dev/core";
import { firstError } from "../first-error.ts";
import { shellWord } from "../shell-word.ts";

/** An error for people: one problem, one way out. */
export function benchErrorText(thrown: Error, file: string): string {
  const error = firstError(thrown) as Error;
  if ("syscall" in error)
    return `The machine refused: ${error.message}. Look at the rights of that path, at TMPDIR and at the room left.`;
  if (error instanceof UnpricedModelError)
    return error.message.replace(/, or let such calls.*$/, "; then name that file in X_PRICES.");
  if (!(error instanceof MissingKeyError)) return error.message;
  const [problem] = error.message.split(". ", 1);
  const script = file.replace(/\.jsonc?$/, ".script.json");
  const offline = existsSync(script) ? `--model ${shellWord(`scripted:${script}`)}` : "--agent oracle";
  return `${problem}.\nSet it, choose another model with --model, or see it work without a key: x bench ${shellWord(file)} ${offline}`;
}

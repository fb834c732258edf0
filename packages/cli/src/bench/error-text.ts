import { existsSync } from "node:fs";
import { MissingKeyError } from "@flow-state-dev/core";
import { firstError } from "../process/first-error.ts";
import { messageOf } from "../text/message-of.ts";
import { missingKeyText } from "../text/missing-key-text.ts";
import { shellWord } from "../text/shell-word.ts";

/**
 * An error for people: one problem, one way out.
 *
 * @param isSolved whether every case of the suite has a solution, which the oracle can apply
 * @param judgeModel as it was named, if it was
 */
export function benchErrorText(
  thrown: Error,
  file: string,
  { isSolved = false, judgeModel }: { isSolved?: boolean; judgeModel?: string | undefined } = {},
): string {
  const error = firstError(thrown) as Error;
  if ("syscall" in error)
    return `The machine refused: ${error.message}. Look at the rights of that path, at TMPDIR and at the room left.`;
  if (!(error instanceof MissingKeyError)) return messageOf(error);
  const isJudge = judgeModel !== undefined && error.details?.modelId === judgeModel;
  const script = file.replace(/\.jsonc?$/, ".script.json");
  return missingKeyText(error, {
    otherModel: `choose another model with ${isJudge ? "--judge-model" : "--model"}`,
    without: withoutKey(file, script, isSolved),
  });
}

function withoutKey(file: string, script: string, isSolved: boolean): string {
  const see = `see it work without a key: x bench ${shellWord(file)}`;
  if (existsSync(script)) return `${see} --model ${shellWord(`scripted:${script}`)}`;
  return isSolved ? `${see} --agent oracle` : `prove the suite without a key: x doctor ${shellWord(file)}`;
}

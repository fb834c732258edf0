import { type Application, proposeCompletions } from "@stricli/core";
import type { XContext } from "../x-context.ts";
import { splitMeaning } from "./meaning.ts";

/** A word that may stand at the end of a line, and what it is for. */
export interface Proposal {
  word: string;
  brief: string;
}

/**
 * What the last of these words may become; none where only a file or a person's own word fits, which is left to the
 * shell. Never throws: a line that makes no sense, or a store that cannot be read, has no proposals.
 *
 * @param words what stands on the line after `x`, the last as far as it is typed
 */
export async function complete(
  app: Application<XContext>,
  words: readonly string[],
  context: XContext,
): Promise<Proposal[]> {
  const [first = "", ...more] = words;
  if (first === "help" && more.length > 0)
    return more.length === 1 ? commandsOf(await complete(app, more, context)) : [];
  const { before, kept, typed } = splitLast(words);
  const found = await proposeCompletions(app, [...before, typed], { ...context, line: before }).catch(
    () => [],
  );
  const wantsFlag = typed.startsWith("-");
  return [
    ...found
      .filter(({ kind }) => wantsFlag || kind !== "argument:flag")
      .map(({ completion, brief }) => splitMeaning(kept + completion, brief)),
    ...(words.length <= 1 && help.word.startsWith(first) ? [help] : []),
    ...(await generalFlags(app, words, context)),
  ];
}

const flagHelp: Proposal = { word: "--help", brief: "Examples, flags, exit codes" };
const flagVersion: Proposal = { word: "--version", brief: "The version" };

/** What every command takes beside flags of its own, and `x` itself. */
async function generalFlags(
  app: Application<XContext>,
  words: readonly string[],
  context: XContext,
): Promise<Proposal[]> {
  const [typed = "", name] = words.length > 1 ? [words.at(-1), words[0]!] : words;
  if (!typed.startsWith("-")) return [];
  const fitting = (flags: Proposal[]) => flags.filter(({ word }) => word.startsWith(typed));
  if (name === undefined) return fitting([flagHelp, flagVersion]);
  const isCommand = (await complete(app, [name], context)).some(({ word }) => word === name);
  return isCommand ? fitting([flagHelp]) : [];
}

/** No command of its own: another way to ask one for its help. */
const help: Proposal = { word: "help", brief: "What x does, or a command" };

function commandsOf(proposals: readonly Proposal[]): Proposal[] {
  return proposals.filter(({ word }) => word !== help.word && !word.startsWith("-"));
}

/** `--sandbox=bu` and `--patterns debate,su` are completed after their sign; what stands before it is kept. */
function splitLast(words: readonly string[]): { before: string[]; kept: string; typed: string } {
  const before = words.slice(0, -1);
  const last = words.at(-1) ?? "";
  const assigned = /^(--[a-z][a-z-]*)=(.*)$/.exec(last);
  if (assigned) {
    const rest = splitLast([assigned[2]!]);
    return { before: [...before, assigned[1]!], kept: `${assigned[1]}=${rest.kept}`, typed: rest.typed };
  }
  const comma = last.lastIndexOf(",") + 1;
  return { before, kept: last.slice(0, comma), typed: last.slice(comma) };
}

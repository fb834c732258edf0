import { createRedactor } from "@flow-state-dev/records";
import { parseAgentName } from "../agent/agent-name.ts";
import { compileGlob } from "../expect/glob.ts";
import { checkWorkspacePath } from "../expect/workspace-path.ts";
import { shown } from "../text/shown.ts";
import { suiteBounds } from "./suite-limits.ts";
import { parseWorkspace } from "./workspace-source.ts";

/** What is wrong with a text of a suite, and what to write instead; null when nothing is. */
export type TextProblem = { message: string; hint?: string } | null;

const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Ids go into results, commands and file names. */
export function checkId(id: string): TextProblem {
  const problem = checkName("id", id, suiteBounds.idLength);
  if (problem) return problem;
  if (/[/\\]/.test(id))
    return {
      message: `the id ${shown(id)} has a path separator in it`,
      hint: `write ${shown(id.replaceAll(/[/\\]/g, "-"))}`,
    };
  if (id === "." || id === "..")
    return { message: `the id ${shown(id)} is a path`, hint: 'write a name, as in "extract-auth"' };
  if (createRedactor().text(id) !== id) {
    return { message: `the id ${shown(id.slice(0, 8), 9)}… looks like a key, and keys are never stored` };
  }
  return null;
}

/** Names of one line: not empty, nothing invisible, no blanks at the ends. */
export function checkName(what: string, text: string, most: number): TextProblem {
  if (text.trim() === "") return isEmpty(what);
  if (invisible.test(text))
    return { message: `the ${what} ${shown(text, 60)} has a control or invisible character in it` };
  if (text.trim() !== text)
    return {
      message: `the ${what} ${shown(text, 60)} begins or ends with a blank`,
      hint: `write ${shown(text.trim(), 60)}`,
    };
  if (text.length > most) return { message: `the ${what} has ${text.length} characters, more than ${most}` };
  return null;
}

/** Texts for agents and shells: not blank, no NUL. */
export function checkText(what: string, text: string, most: number): TextProblem {
  if (text.trim() === "") return isEmpty(what);
  if (text.includes("\0") || !text.isWellFormed())
    return { message: `the ${what} has a NUL or a broken character in it` };
  if (text.length > most) return { message: `the ${what} has ${text.length} characters, more than ${most}` };
  return null;
}

/** What must be there; all else may be left out. */
const neededHints: Record<string, string> = {
  name: 'write one, as in "core-refactors"',
  id: 'write one, as in "extract-auth"',
  prompt: "write what the agent is to do",
};

function isEmpty(what: string): TextProblem {
  return { message: `the ${what} is empty`, hint: neededHints[what] ?? "write one, or leave it out" };
}

/** Names of environment variables. A value behind the name is not shown: it may be a key. */
export function checkEnvName(name: string): TextProblem {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && name.length <= 200) return null;
  const before = /^([A-Za-z_][A-Za-z0-9_]*)=/.exec(name)?.[1];
  if (before !== undefined) {
    return {
      message: `"env" gives a value to ${before}; suites name variables, they never hold values`,
      hint: `write "${before}", and set it where the suite is run`,
    };
  }
  return {
    message: `${shown(name.slice(0, 12), 13)} is not a name of an environment variable`,
    hint: "names have letters, digits and _, and do not begin with a digit",
  };
}

/** Names of agents. */
export function checkAgent(name: string): TextProblem {
  const check = checkText("agent", name, 10_000);
  if (check) return check;
  const parsed = parseAgentName(name);
  return parsed.ok
    ? null
    : { message: parsed.message.replace(/^[A-Z]/, (letter) => letter.toLowerCase()).replace(/\.$/, "") };
}

/** Globs of `protect`. A negation is refused: taken for a name, it would protect nothing, and leave nothing out. */
export function checkGlob(glob: string): TextProblem {
  if (glob.startsWith("!"))
    return {
      message: `the glob ${shown(glob)} begins with "!", and a glob takes nothing out of another one`,
      hint: `name what is to be put back alone; a name that begins with "!" is written ${shown(`./${glob}`)}`,
    };
  const check = compileGlob(glob);
  return check.ok ? null : { message: check.message, hint: globHint };
}

const globHint = 'globs are relative to the workspace, with "/" between their parts';

/** Paths of `files`. */
export function checkFilePath(path: string): TextProblem {
  const check = checkWorkspacePath(path);
  if (!check.ok)
    return {
      message: check.message,
      hint: 'paths are relative to the workspace, with "/" between their parts',
    };
  if (check.folder) return { message: `the path ${shown(path)} names a folder, not a file` };
  const { length } = check.path.split("/");
  return length > suiteBounds.fileParts
    ? { message: `the path ${shown(path)} has ${length} parts, more than ${suiteBounds.fileParts}` }
    : null;
}

/** Paths of `hidden` and `solution`: relative to the suite file, also upwards. */
export function checkBesidePath(path: string): TextProblem {
  const upwards = path.replace(/^(\.\.?\/)+/, "").replace(/^\.\.?$/, "");
  if (upwards === "" && path !== "") return null;
  const check = checkWorkspacePath(upwards);
  if (check.ok) return null;
  const inside = upwards.split("/").includes("..");
  return {
    message: inside
      ? `the path ${shown(path)} has ".." in its middle`
      : check.message.replace(", so it leaves the workspace", ""),
    hint: 'paths are relative to the suite file, with "/" between their parts',
  };
}

/** `workspace`: a folder, or a git repository with #ref. */
export function checkWorkspace(text: string): TextProblem {
  const parsed = parseWorkspace(text);
  return parsed.ok ? null : parsed.problem;
}

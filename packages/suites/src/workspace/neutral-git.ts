import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inOpenFolder } from "./in-open-folder.ts";
import { lookAt, namesIn } from "./look.ts";
import { removeEntry } from "./put-files.ts";

/** Settings that describe how a repository is stored. All others could run programs, lead elsewhere or hold keys. */
const harmless = new Set([
  "core.repositoryformatversion",
  "core.filemode",
  "core.bare",
  "core.ignorecase",
  "core.symlinks",
  "core.precomposeunicode",
  "extensions.objectformat",
  "extensions.refstorage",
]);

/** A git configuration with nothing in it that runs a program, leads out of the repository or names a remote. */
export function neutralConfig(text: string): string {
  const kept = new Map<string, string[]>([["core", []]]);
  let section = "";
  for (const line of text.split("\n")) {
    const header = /^\s*\[\s*([A-Za-z]+)\s*\]/.exec(line);
    if (header || /^\s*\[/.test(line)) section = header?.[1]?.toLowerCase() ?? "";
    const [, name, value] = /^\s*([A-Za-z]+)\s*=\s*([\w-]+)\s*$/.exec(line) ?? [];
    if (!name || !value || !harmless.has(`${section}.${name.toLowerCase()}`)) continue;
    kept.set(section, [...(kept.get(section) ?? []), `\t${name} = ${value}\n`]);
  }
  const sections = [...kept].map(([name, lines]) => `[${name}]\n${lines.join("")}`);
  return `${sections.join("")}[user]\n\tname = agent\n\temail = agent@localhost\n`;
}

/** Taken out like the others, and nothing to tell of: git writes it itself, or it only says who commits. */
const untold = new Set(["core.logallrefupdates", "user.name", "user.email"]);

/** Does a git configuration have settings that `neutralConfig` takes out and whoever grades should know of? */
export function holdsOther(text: string): boolean {
  let section = "";
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line === "" || /^[#;]/.test(line)) continue;
    if (line.startsWith("[")) {
      section = /^\[\s*([A-Za-z]+)\s*\]$/.exec(line)?.[1]?.toLowerCase() ?? "";
      if (section === "") return true;
      continue;
    }
    const setting = `${section}.${/^[A-Za-z]+/.exec(line)?.[0].toLowerCase()}`;
    const isPlain = harmless.has(setting) && /^[A-Za-z]+\s*=\s*[\w-]+$/.test(line);
    if (!isPlain && !untold.has(setting)) return true;
  }
  return false;
}

/** Is the folder at this path one of git's own? With `commondir` in it, it has its objects elsewhere. */
export function isGitFolder(path: string): boolean {
  const has = (name: string) => lookAt(join(path, name)) !== null;
  return has("HEAD") && (has("commondir") || (has("objects") && has("refs")));
}

/**
 * Of the folders of a tree, by relative path, those that are git's own: `.git`, and submodules inside them. Worktrees
 * are none, since they go as a whole.
 */
export function gitFolders(root: string, folders: Iterable<string>): string[] {
  return [...folders].filter(
    (path) =>
      /(^|\/)\.git(\/|$)/.test(path) &&
      !/(^|\/)\.git\/(.*\/)?worktrees\//.test(path) &&
      isGitFolder(join(root, path)),
  );
}

/**
 * What a git folder may have that runs programs or leads to where some are; `config` has to be replaced, not only
 * removed. Worktrees lie outside of the workspace.
 */
export const gitPrograms = ["commondir", "config.worktree", "hooks", "worktrees"] as const;

/** The harmless form of a git folder's configuration. */
export async function neutralConfigOf(folder: string): Promise<string> {
  return neutralConfig(await configOf(folder));
}

function configOf(folder: string): Promise<string> {
  return readFile(join(folder, "config"), "utf8").catch(() => "");
}

/**
 * Makes a git folder harmless: hooks and ways elsewhere gone, configuration reduced. Gives the names of what was in it
 * that git would have run or followed; the samples of hooks that git brings are none.
 */
export async function neutralise(folder: string): Promise<string[]> {
  const config = await neutralConfigOf(folder);
  const told = [
    ...(holdsOther(await configOf(folder)) ? ["config"] : []),
    ...gitPrograms.filter((name) => isTold(join(folder, name), name)),
  ];
  for (const name of ["config", ...gitPrograms]) await removeEntry(join(folder, name));
  await inOpenFolder(folder, () => writeFile(join(folder, "config"), config, { mode: 0o644 }));
  return told;
}

function isTold(path: string, name: (typeof gitPrograms)[number]): boolean {
  const facts = lookAt(path);
  if (name !== "hooks" || !facts?.isDirectory()) return facts !== null;
  return namesIn(path).some((hook) => !hook.endsWith(".sample"));
}

import { compilePlainGlob } from "../../expect/glob.ts";

/** Does a `.gitignore` leave this path out? Null when it says nothing about it. */
export type IgnoreRules = (path: string, isFolder: boolean) => boolean | null;

const mostRules = 1_000;

/**
 * The rules of a `.gitignore`; paths are relative to the folder it lies in. Lines that cannot be read are passed over.
 */
export function ignoreRules(text: string): IgnoreRules {
  const rules = text
    .split("\n")
    .slice(0, mostRules)
    .flatMap((line) => ruleOf(line.replace(/\r$/, "")));
  return (path, isFolder) => {
    let verdict: boolean | null = null;
    for (const { out, folderOnly, matches } of rules) {
      if ((!folderOnly || isFolder) && matches(path)) verdict = out;
    }
    return verdict;
  };
}

function ruleOf(line: string) {
  const bare = line.trimEnd();
  // A blank behind a backslash is meant.
  const trimmed = bare.endsWith("\\") ? line.slice(0, bare.length + 1) : bare;
  if (trimmed === "" || trimmed.startsWith("#")) return [];
  const out = !trimmed.startsWith("!");
  const pattern = trimmed.slice(out ? 0 : 1).replace(/^\\(?=[#!])/, "");
  const folderOnly = pattern.endsWith("/");
  const body = pattern.replace(/\/+$/, "");
  const anchored = body.includes("/");
  const check = compilePlainGlob(anchored ? body.replace(/^\/+/, "") : `**/${body}`);
  return check.ok ? [{ out, folderOnly, matches: check.matches }] : [];
}

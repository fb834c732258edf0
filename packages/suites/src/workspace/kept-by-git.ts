import { lookAt } from "./look.ts";
import { isGitFolder } from "./neutral-git.ts";

/**
 * Tells of a relative path whether git keeps it for itself, so that it is nobody's work: it lies in the `.git` at the
 * top, or in that of a repository further down which the base has already. Any other folder named `.git` is one that
 * the agent made, whatever it looks like. Only names are looked at, and only in the base; git is not asked.
 */
export function keptByGit(base: string): (path: string) => boolean {
  const known = new Map<string, boolean>();
  const isRepository = (parts: readonly string[]) => {
    const path = parts.join("/");
    const told = known.get(path) ?? (isFolder(base, parts) && isGitFolder(`${base}/${path}`));
    known.set(path, told);
    return told;
  };
  return (path) => {
    const parts = path.split("/");
    return parts.some((part, at) => part === ".git" && (at === 0 || isRepository(parts.slice(0, at + 1))));
  };
}

/** A folder in folders: a link on the way would lead to what stands elsewhere. */
function isFolder(base: string, parts: readonly string[]): boolean {
  return parts.every((_, at) => lookAt(`${base}/${parts.slice(0, at + 1).join("/")}`)?.isDirectory());
}

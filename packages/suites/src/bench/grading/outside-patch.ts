import { namedPaths } from "../../text/named-paths.ts";
import { isNameOfGit } from "../../workspace/names-of-git.ts";
import { ownFolder } from "../../workspace/scan-source.ts";
import type { Change } from "../../workspace/workspace.ts";

/**
 * What an agent left where no patch can show it, in a sentence: files in a `.git` that git did not put there, files in
 * our own folder, pipes and sockets. Such files can hold code that the rest of its work uses. None when there is
 * nothing. What was too large is named in the patch itself.
 *
 * @param keptByGit whether git keeps a path for itself
 */
export function outsidePatch(changes: readonly Change[], keptByGit: (path: string) => boolean): string[] {
  const unseen = changes.filter((change) => change.kind !== "deleted" && isUnseen(change, keptByGit));
  if (unseen.length === 0) return [];
  const names = namedPaths(unseen.map(({ path }) => path));
  return [`The agent left files that no patch shows, nor a replay: ${names}.`];
}

/** OpenCode notes the project's id there, too little to hide anything in. */
const idOfOpenCode = ".git/opencode";
const mostOfId = 64;

function isUnseen(
  change: Exclude<Change, { kind: "deleted" }>,
  keptByGit: (path: string) => boolean,
): boolean {
  const parts = change.path.split("/");
  if (change.path === idOfOpenCode && change.to.size <= mostOfId) return false;
  if (change.to.type === "other" || parts.includes(ownFolder)) return true;
  const at = parts.indexOf(".git");
  if (at < 0 || at === parts.length - 1) return at >= 0;
  return !isNameOfGit(parts.slice(at + 1).join("/")) || !keptByGit(change.path);
}

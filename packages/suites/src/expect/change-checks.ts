import { plain } from "./describe-missing.ts";
import { type Finding, found } from "./evidence.ts";
import { compileGlob } from "./glob.ts";
import type { Change, GradedWorkspace } from "./graded-workspace.ts";

const mostNamed = 8;

/** Did the agent make or modify the file, or anything in the folder when the path ends in "/"? */
export async function checkChanged(workspace: GradedWorkspace, path: string): Promise<Finding> {
  const changes = await workspace.changes();
  if (path.endsWith("/")) {
    const inside = changes.filter((change) => change.path.startsWith(path));
    return inside.length > 0
      ? found(true, `in ${plain(path)} changed: ${named(inside)}`)
      : found(false, `nothing in ${plain(path)} changed; ${whatChanged(changes)}`);
  }
  const change = changes.find((each) => each.path === path);
  if (change?.kind === "deleted")
    return found(false, `${plain(path)} was deleted (no-file:${path} asks for that)`);
  const kind = await workspace.kind(path);
  if (change && kind === "other")
    return found(null, `${plain(path)} is a pipe, a socket or a device now, or may not be looked at`);
  if (change) return found(true, `${plain(path)} was ${change.kind}`);
  if (kind === "folder")
    return found(null, `${plain(path)} is a folder (diff:${path}/ asks for a change in it)`);
  const state = kind === "missing" ? "is not there" : "is as it was";
  return found(false, `${plain(path)} ${state}; ${whatChanged(changes)}`);
}

/** Does everything that the agent touched match the glob? What git keeps for itself is nobody's work. */
export async function checkOnly(workspace: GradedWorkspace, glob: string): Promise<Finding> {
  const check = compileGlob(glob);
  if (!check.ok) throw new Error(check.message);
  const changes = ofWork(await workspace.changes());
  const others = changes.filter((change) => !check.matches(change.path));
  if (others.length > 0) return found(false, `touched besides ${plain(glob)}: ${named(others)}`);
  return found(true, changes.length === 0 ? "nothing was touched" : `touched: ${named(changes)}`);
}

/** Without what git keeps for itself. A folder that is only called `.git` is the agent's work. */
function ofWork(changes: readonly Change[]): Change[] {
  return changes.filter(({ path, ofGit }) => !ofGit && !/^\.git(?:\/|$)/.test(path));
}

function whatChanged(all: readonly Change[]): string {
  const changes = ofWork(all);
  return changes.length === 0 ? "nothing was changed" : `changed: ${named(changes)}`;
}

function named(changes: readonly Change[]): string {
  const names = changes.slice(0, mostNamed).map(({ path }) => plain(path));
  const more = changes.length - names.length;
  return names.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

import { firstNamed } from "@flow-state-dev/core";
import { plain } from "./describe-missing.ts";
import { type Finding, found } from "./evidence.ts";
import { compileGlob } from "./glob.ts";
import type { Change, GradedWorkspace } from "./graded-workspace.ts";

const mostNamed = 8;
/** A command that grades has made it, or it is hidden from the agent. */
const madeLater = "was not there when the agent had ended (diff: asks for what the agent changed)";

/**
 * Did the agent make or modify the file, or anything in the folder when the path ends in "/"? Where links inside the
 * workspace lead there, what they lead to counts as well.
 */
export async function checkChanged(workspace: GradedWorkspace, path: string): Promise<Finding> {
  const changes = await workspace.changes();
  if (path.endsWith("/")) return await checkChangedIn(workspace, path, changes);
  const changeAt = (wanted: string | null) => changes.find((each) => each.path === wanted);
  const change = changeAt(path);
  const leadsTo = await workspace.leadsTo(path);
  const elsewhere = leadsTo === null || leadsTo === path ? null : leadsTo;
  if (change?.kind === "deleted") {
    // Behind the link may be the same file as before, or another one.
    if (elsewhere !== null)
      return found(
        null,
        `${plain(path)} itself was deleted, and a link leads to ${plain(elsewhere)} there now (diff:${elsewhere} asks for that)`,
      );
    // It is neither what somebody made of it nor what it was.
    return found(null, `${plain(path)} was deleted (no-file:${path} asks for that)`);
  }
  const kind = await workspace.kind(path);
  const behind = changeAt(elsewhere);
  if ((change || behind) && kind === "other")
    return found(null, `${plain(path)} is a pipe, a socket or a device now, or may not be looked at`);
  // A link to a folder is none itself, so it may have been changed.
  const isFolder = kind === "folder" && (elsewhere === null || !change);
  if (change && !isFolder) return found(true, `${plain(path)} was ${change.kind}`);
  if (isFolder) return found(null, `${plain(path)} is a folder (diff:${path}/ asks for a change in it)`);
  const leads = elsewhere === null ? plain(path) : `${plain(path)} leads to ${plain(elsewhere)}, which`;
  if (behind) return found(true, `${leads} was ${behind.kind}`);
  const state =
    kind === "missing" ? "is not there" : workspace.absentAtEnd?.has(path) ? madeLater : "is as it was";
  return found(false, `${leads} ${state}; ${whatChanged(changes)}`);
}

async function checkChangedIn(
  workspace: GradedWorkspace,
  folder: string,
  changes: readonly Change[],
): Promise<Finding> {
  const leadsTo = await workspace.leadsTo(folder.slice(0, -1));
  const elsewhere = leadsTo === null || `${leadsTo}/` === folder ? null : `${leadsTo}/`;
  const changedIn = (name: string) => changes.filter((change) => change.path.startsWith(name));
  const inside = changedIn(folder);
  if (inside.length > 0) return found(true, `in ${plain(folder)} changed: ${named(inside)}`);
  // A link to the workspace itself has everything in it.
  const behind = elsewhere === null ? [] : changedIn(elsewhere === "/" ? "" : elsewhere);
  return behind.length > 0
    ? found(true, `in ${plain(folder)}, which leads to ${plain(elsewhere!)}, changed: ${named(behind)}`)
    : found(
        false,
        workspace.absentAtEnd?.has(folder.slice(0, -1)) &&
          (await workspace.kind(folder.slice(0, -1))) !== "missing"
          ? `${plain(folder)} ${madeLater}; ${whatChanged(changes)}`
          : `nothing in ${plain(folder)} changed; ${whatChanged(changes)}`,
      );
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
  return firstNamed(changes, mostNamed, ({ path }) => plain(path));
}

import { dirname } from "node:path";
import type { Entrance } from "../sandbox/sandbox.ts";
import { folderView, wayIn } from "./folder-view.ts";
import { keptByGit } from "./kept-by-git.ts";
import { lookAt } from "./look.ts";
import { makePatch } from "./make-patch.ts";
import { isGitFolder } from "./neutral-git.ts";
import { layOver, makeFolders, putEntry, removeEmptyFolders, removeEntry } from "./put-files.ts";
import type { SourceFacts } from "./source.ts";
import type { Change, Workspace, WorkspaceBase, WorkspaceDisk } from "./workspace.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** What a kind of workspace does its own way. */
export interface WorkspaceParts {
  path: string;
  entrance?: Entrance;
  /** The base, for this process. */
  basePath: string;
  /** A folder for passing needs, outside the workspace. */
  scratch: string;
  source: SourceFacts;
  /** What git would have run or followed in any folder of its own, taken out when it was frozen. Default: nothing. */
  disarmed?: readonly string[];
  disk: WorkspaceDisk;
  compare(): Promise<Change[]>;
  freeze(last: boolean): Promise<Workspace>;
  toBase(): Promise<WorkspaceBase>;
  dispose(): Promise<void>;
}

/** A workspace from its parts: what all kinds have in common. */
export function assembleWorkspace(parts: WorkspaceParts): Workspace {
  const { path, basePath } = parts;
  let disposed: Promise<void> | null = null;
  let usedUp = false;
  const whileThere = <T>(what: string, work: () => Promise<T>): Promise<T> => {
    if (!disposed && !usedUp) return work();
    throw new WorkspaceError(
      `The workspace could not be ${what}`,
      "it was removed",
      "Keep it until it is no longer needed.",
    );
  };

  async function putBack(change: Change): Promise<void> {
    if (change.kind !== "added" && change.from.type !== "folder") {
      return putEntry(`${basePath}/${change.path}`, path, change.path);
    }
    await removeEntry(`${path}/${change.path}`);
    if (change.kind !== "added") await makeFolders(path, change.path);
  }

  const workspace: Workspace = {
    path,
    ...(parts.entrance ? { entrance: parts.entrance } : {}),
    source: parts.source,
    // What is in a repository that was not there before, such as hooks that came with it, was not put in by anybody.
    disarmed: (parts.disarmed ?? []).filter((each) => isGitFolder(`${basePath}/${dirname(each)}`)),
    disk: parts.disk,
    view: folderView(path),
    changes: () => whileThere("compared", parts.compare),
    keptByGit: keptByGit(basePath),
    wayInBase: (path) => wayIn(basePath, path),
    patch: (options) =>
      whileThere("compared", async () =>
        makePatch(
          options?.changes ?? (await parts.compare()),
          { base: basePath, current: path, scratch: parts.scratch },
          options,
        ),
      ),
    freeze: ({ last = false } = {}) =>
      whileThere("frozen", () => {
        usedUp = last;
        return parts.freeze(last);
      }),
    toBase: () => whileThere("used as a base", parts.toBase),
    overlay: (folder) => whileThere("laid over", () => layOver(folder, path, basePath)),
    restore: (isMeant) =>
      whileThere("restored", async () => {
        const matching = (await parts.compare()).filter((change) => isMeant(change.path));
        // What was added goes first: it may stand where something has to be put back.
        const additions = matching.filter(({ kind }) => kind === "added");
        for (const change of [...additions, ...matching.filter(({ kind }) => kind !== "added")])
          await putBack(change);
        // Each folder once: to see that it is empty takes as long as it has names.
        for (const folder of new Set(additions.map((change) => dirname(change.path))))
          await removeEmptyFolders(
            path,
            folder,
            (each) => lookAt(`${basePath}/${each}`)?.isDirectory() ?? false,
          );
        return matching;
      }),
    dispose() {
      disposed ??= parts.dispose();
      return disposed;
    },
    [Symbol.asyncDispose]: () => workspace.dispose(),
  };
  return workspace;
}

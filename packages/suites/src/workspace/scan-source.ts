import { pointerInside } from "./git-pointer.ts";
import { lookAt, namesIn, turnTaker } from "./look.ts";
import { goOnPreparing, type Preparing } from "./preparing.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** What is in a folder that workspaces are to be made from, by relative path. */
export interface SourceScan {
  folders: string[];
  /** `.git` entries that are no folders and lead out of the source; those of submodules that lie in it do not. */
  gitLinks: string[];
  /** Our own folders, of this project and of those in it: they never come along. */
  ownFolders: string[];
  /** Sockets, pipes and devices. */
  specials: string[];
  /** Does everything belong to this user and group? */
  own: boolean;
  /** Does everything lie on one file system? */
  oneFileSystem: boolean;
  /** Bytes of all files together. */
  bytes: number;
  /** When each entry was last changed, by the system's own account, which nobody can set. */
  changed: Map<string, bigint>;
}

/** The name of our own folder in a project. */
export const ownFolder = ".x";

/** Looks through a source once, not into any `.x`. */
export async function scanSource(root: string, preparing: Preparing = {}): Promise<SourceScan> {
  const top = lookAt(`${root}/.`);
  if (!top) throw new WorkspaceError(`The folder ${root} cannot be used`, "it is gone", "Check the path.");
  const scan: SourceScan = {
    folders: [],
    gitLinks: [],
    ownFolders: [],
    specials: [],
    own: true,
    oneFileSystem: true,
    bytes: 0,
    changed: new Map(),
  };
  const [user, group] = [BigInt(process.getuid?.() ?? 0), BigInt(process.getgid?.() ?? 0)];
  const takeTurns = turnTaker();
  const links: string[] = [];
  const todo = [""];
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    await takeTurns();
    goOnPreparing(preparing);
    preparing.onProgress?.({ doing: "looking", files: scan.changed.size });
    for (const name of namesIn(folder === "" ? root : `${root}/${folder}`)) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (name === ownFolder) {
        scan.ownFolders.push(path);
        continue;
      }
      const facts = lookAt(`${root}/${path}`);
      if (!facts) continue;
      scan.changed.set(path, facts.ctimeNs);
      if (facts.isFile()) scan.bytes += Number(facts.size);
      if (facts.uid !== user || facts.gid !== group) scan.own = false;
      if (facts.dev !== top.dev) scan.oneFileSystem = false;
      if (facts.isDirectory()) {
        scan.folders.push(path);
        todo.push(path);
      } else if (name === ".git") links.push(path);
      else if (!facts.isFile() && !facts.isSymbolicLink()) scan.specials.push(path);
    }
  }
  scan.gitLinks = links.filter((path) => pointerInside(root, path) === null);
  if (top.uid !== user || top.gid !== group) scan.own = false;
  return scan;
}

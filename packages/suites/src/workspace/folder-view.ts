import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readlinkSync,
  readSync,
} from "node:fs";
import { join, posix } from "node:path";
import { entryKind } from "../expect/entry-kind.ts";
import type { EntryKind, FolderEntry, FolderView } from "../expect/graded-workspace.ts";
import { inside } from "../sandbox/inside.ts";
import { lookAt } from "./look.ts";
import type { LinkWay } from "./workspace.ts";
import { WorkspaceError } from "./workspace-error.ts";

const mostLinks = 40;
/** Errors about what an agent left at a path; all others are about the machine. */
const ofPath = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP", "ENXIO", "EACCES", "EPERM"]);

/** `at` is relative to the workspace, as are the links on the way. */
type Found = ({ kind: "file" | "folder" | "other"; at: string } | { kind: "link" | "missing" }) & {
  links: readonly string[];
};

/**
 * A view of a workspace in which links are followed by hand, part by part, so that none leads out and no real path is
 * ever asked for. A link to where the workspace is inside a sandbox counts as one inside.
 */
export function folderView(root: string): FolderView {
  const locate = (path: string) => locateIn(root, path);
  return {
    async kind(path): Promise<EntryKind> {
      return locate(path).kind;
    },
    async leadsTo(path) {
      const found = locate(path);
      return "at" in found ? found.at : null;
    },
    async read(path, most) {
      const found = locate(path);
      return found.kind === "file" ? readStart(join(root, found.at), most) : null;
    },
    async list(path, most) {
      const found = locate(path);
      if (found.kind !== "folder") return [];
      const entries: FolderEntry[] = [];
      try {
        using folder = opendirSync(join(root, found.at));
        for (let entry = folder.readSync(); entry && entries.length < most; entry = folder.readSync()) {
          entries.push({ name: entry.name, kind: entryKind(entry) });
        }
      } catch (error) {
        if (!isOfPath(error)) throw error;
        return [];
      }
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
}

/** Where a path of a folder leads, links followed as a view follows them. */
export function wayIn(root: string, path: string): LinkWay {
  const found = locateIn(root, path);
  return { at: "at" in found ? found.at : null, links: found.links };
}

function locateIn(root: string, path: string): Found {
  if (!lookAt(root))
    throw new WorkspaceError("A workspace cannot be looked into", "it is gone", "Run its case again.");
  let todo = path.split("/").filter((part) => part !== "" && part !== ".");
  let at = "";
  const links: string[] = [];
  // What a link at the path itself leads to, and not one on the way there.
  let behindLast = false;
  while (todo.length > 0) {
    const [name, ...rest] = todo;
    if (name === "..") return { kind: "link", links };
    const next = at === "" ? name! : `${at}/${name}`;
    const facts = lookAt(join(root, next));
    if (!facts && isBarred(join(root, next))) return { kind: "other", at: next, links };
    if (!facts) return { kind: behindLast ? "link" : "missing", links };
    if (!facts.isSymbolicLink()) {
      at = next;
      todo = rest;
      continue;
    }
    const target = readlinkSync(join(root, next));
    const wanted = resolveInside(at, target);
    if (wanted === null || links.push(next) > mostLinks) return { kind: "link", links };
    behindLast ||= rest.length === 0;
    todo = [...wanted.split("/"), ...rest].filter((part) => part !== "" && part !== ".");
    at = "";
  }
  const facts = lookAt(`${root}/${at}`);
  if (!facts) return { kind: "missing", links };
  return { kind: facts.isFile() ? "file" : facts.isDirectory() ? "folder" : "other", at, links };
}

/** Something may be there, in a folder that is closed to us. */
function isBarred(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return ["EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "");
  }
}

/** Where a link in a folder leads, relative to the workspace; null when that is outside. */
function resolveInside(folder: string, target: string): string | null {
  const absolute = posix.isAbsolute(target)
    ? posix.normalize(target)
    : posix.join(inside.workspace, "/", folder, target);
  if (absolute === inside.workspace) return "";
  return absolute.startsWith(`${inside.workspace}/`) ? absolute.slice(inside.workspace.length + 1) : null;
}

function readStart(path: string, most: number): Uint8Array | null {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const bytes = Buffer.alloc(Math.min(fstatSync(file).size, most));
      let filled = 0;
      while (filled < bytes.length) {
        const read = readSync(file, bytes, filled, bytes.length - filled, null);
        if (read === 0) break;
        filled += read;
      }
      return bytes.subarray(0, filled);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (!isOfPath(error)) throw error;
    return null;
  }
}

function isOfPath(error: unknown): boolean {
  return ofPath.has(String((error as NodeJS.ErrnoException).code));
}

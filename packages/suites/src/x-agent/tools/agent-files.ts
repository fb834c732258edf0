import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, opendir, readlink } from "node:fs/promises";
import { dirname, isAbsolute, join, normalize, relative, sep } from "node:path";
import { nearestName } from "@flow-state-dev/core";
import { entryKind } from "../../expect/entry-kind.ts";
import { shown } from "../../text/shown.ts";
import { ToolError } from "./tool-error.ts";

/** One name in a folder. */
export interface FileEntry {
  name: string;
  kind: "file" | "folder" | "link" | "other";
}

/** What is at a path. */
export type FileFacts = { kind: "file"; size: number } | { kind: "folder" } | { kind: "missing" };

/**
 * The files of a workspace, by the paths that a model gives: relative ones, or absolute ones within the workspace.
 * Paths that leave it, by dots or by links, are refused with a `ToolError`; pipes and devices are never opened.
 */
export interface AgentFiles {
  /** The path relative to the workspace with "/" between its parts, "" for the workspace itself. */
  locate(path: string): string;
  facts(path: string): Promise<FileFacts>;
  /** A whole file. Refused when it is no file or larger than `most` bytes. */
  read(path: string, most: number): Promise<Buffer>;
  /** Writes a whole file; makes the folders above it and keeps the mode of one that was there. */
  write(path: string, content: string | Uint8Array): Promise<"created" | "overwritten">;
  /** Names in a folder in no order, `most` at the most. */
  list(path: string, most: number): Promise<FileEntry[]>;
}

const mostLinks = 40;
const missingCodes = new Set(["ENOENT", "ENOTDIR"]);
/** What the model can be told; all else means that the machine is in trouble. */
const tellable: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "not permitted",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is not a folder",
  EEXIST: "something else is there",
  ELOOP: "it is a link that leads nowhere",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "there is no such file",
  ETXTBSY: "it is a program that is running",
};

/**
 * Files on this machine. Safe only while no process of the agent is alive that could put links in the way, which is so
 * between commands. `inside` is the path under which commands see the workspace.
 */
export function hostFiles(workspace: string, inside: string = workspace): AgentFiles {
  function locate(path: string): string {
    if (path.includes("\0")) throw new ToolError("The path has a NUL character in it.");
    const own = [inside, workspace].find((top) => isAbsolute(path) && isWithin(normalize(path), top));
    const local = own === undefined ? path : relative(own, path);
    const plain = normalize(local === "" ? "." : local).replace(/\/+$/, "");
    if (isAbsolute(plain) || plain === ".." || plain.startsWith(`..${sep}`) || /^~(\/|$)/.test(plain)) {
      throw new ToolError(
        `${shown(path)} is outside of the workspace ${inside}; give a path relative to the workspace.`,
      );
    }
    return plain === "." ? "" : plain;
  }

  /**
   * The path behind all links, as far as it exists. Links are followed here and not by the system, since the path of
   * the workspace may itself lead through other namespaces, and an absolute link means what it means inside.
   */
  async function real(path: string): Promise<{ full: string; found: Stats | null }> {
    const todo = partsOf(locate(path));
    let at: string[] = [];
    let links = 0;
    if (!(await look(path, workspace))) throw new Error(`The workspace ${workspace} is gone.`);
    while (todo.length > 0) {
      const part = todo.shift()!;
      if (part === "..") {
        if (at.length === 0) throw leadsOut(path);
        at.pop();
        continue;
      }
      const here = join(workspace, ...at, part);
      const found = await look(path, here);
      if (!found) {
        if (todo.includes("..")) throw leadsOut(path);
        return { full: join(here, ...todo), found: null };
      }
      if (!found.isSymbolicLink()) {
        at.push(part);
        continue;
      }
      if (++links > mostLinks) throw new ToolError(`${shown(path)} is a link that leads nowhere.`);
      const target = await readlink(here);
      if (isAbsolute(target)) {
        const top = [inside, workspace].find((each) => isWithin(normalize(target), each));
        if (top === undefined) throw leadsOut(path);
        at = [];
        todo.unshift(...partsOf(relative(top, target)));
      } else todo.unshift(...partsOf(target));
    }
    const full = join(workspace, ...at);
    return { full, found: await look(path, full) };
  }

  async function look(path: string, full: string): Promise<Stats | null> {
    try {
      return await lstat(full);
    } catch (error) {
      if (missingCodes.has(codeOf(error))) return null;
      throw explain(error, path);
    }
  }

  async function facts(path: string): Promise<FileFacts> {
    const { found } = await real(path);
    if (!found) return { kind: "missing" };
    if (found.isDirectory()) return { kind: "folder" };
    if (!found.isFile()) throw new ToolError(`${shown(path)} is neither a file nor a folder.`);
    return { kind: "file", size: found.size };
  }

  async function list(path: string, most: number): Promise<FileEntry[]> {
    const { full, found } = await real(path);
    if (!found) throw await missingError(path);
    const entries: FileEntry[] = [];
    try {
      for await (const entry of await opendir(full)) {
        entries.push({ name: entry.name, kind: entryKind(entry) });
        if (entries.length >= most) break;
      }
    } catch (error) {
      throw explain(error, path);
    }
    return entries;
  }

  async function missingError(path: string): Promise<ToolError> {
    const local = locate(path);
    const folder = dirname(local);
    const name = local.slice(folder === "." ? 0 : folder.length + 1);
    let hint = "";
    if (local !== "" && (await real(folder)).found) {
      const names = await list(folder, 2_000).catch(() => []);
      const near = similar(
        name,
        names.map((entry) => entry.name),
      );
      if (near.length > 0) hint = ` There is ${near.map((each) => join(folder, each)).join(", ")}.`;
    }
    return new ToolError(`There is no ${shown(path)}.${hint}`);
  }

  async function opened<T>(path: string, full: string, flags: number, use: (file: FileHandle) => Promise<T>) {
    try {
      await using file = await open(full, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o644);
      if (!(await file.stat()).isFile()) throw new ToolError(`${shown(path)} is not a file.`);
      return await use(file);
    } catch (error) {
      throw explain(error, path);
    }
  }

  return {
    locate,
    facts,
    list,
    async read(path, most) {
      const found = await facts(path);
      if (found.kind === "missing") throw await missingError(path);
      if (found.kind === "folder") throw new ToolError(`${shown(path)} is a folder; use list.`);
      const { full } = await real(path);
      return await opened(path, full, constants.O_RDONLY, async (file) => {
        const { size } = await file.stat();
        if (size > most)
          throw new ToolError(
            `${shown(path)} has ${size} bytes, which is too much; look at parts of it with shell (sed -n, head, grep).`,
          );
        return await file.readFile();
      });
    },
    async write(path, content) {
      if (locate(path) === "")
        throw new ToolError("The path names the workspace itself; give that of a file.");
      const before = await facts(path);
      if (before.kind === "folder")
        throw new ToolError(`${shown(path)} is a folder; give the path of a file.`);
      const exists = before.kind === "file";
      const { full } = await real(path);
      try {
        if (!exists) await mkdir(dirname(full), { recursive: true });
      } catch (error) {
        throw explain(error, path);
      }
      const flags = exists ? constants.O_TRUNC : constants.O_CREAT | constants.O_EXCL;
      await opened(path, full, constants.O_WRONLY | flags, (file) => file.writeFile(content));
      return exists ? "overwritten" : "created";
    },
  };
}

function isWithin(path: string, top: string): boolean {
  return path === top || path.startsWith(top.endsWith(sep) ? top : top + sep);
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}

function leadsOut(path: string): ToolError {
  return new ToolError(`${shown(path)} leads out of the workspace by a link; only files in it can be used.`);
}

function explain(error: unknown, path: string): unknown {
  const words = tellable[codeOf(error)];
  return words === undefined ? error : new ToolError(`${shown(path)} cannot be used: ${words}.`);
}

/** Up to three names that may have been meant. */
function similar(name: string, names: readonly string[]): string[] {
  const lower = name.toLowerCase();
  const stem = lower.replace(/\.[^.]*$/, "");
  const close = nearestName(name, names);
  const alike = names.filter((each) => {
    const other = each.toLowerCase();
    return stem.length > 2 && (other.includes(stem) || lower.includes(other.replace(/\.[^.]*$/, "")));
  });
  return [...new Set([...(close === undefined ? [] : [close]), ...alike])].slice(0, 3);
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? "");
}

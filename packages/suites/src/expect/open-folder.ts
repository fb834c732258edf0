import { constants } from "node:fs";
import { lstat, open, opendir, realpath, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { entryKind } from "./entry-kind.ts";
import type { EntryKind, FolderEntry, FolderView } from "./graded-workspace.ts";

/** Errors that are about what lies at the path, not about the machine. */
const missingCodes = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG"]);
const barredCodes = new Set(["EACCES", "EPERM"]);

type Located = { kind: "file" | "folder" | "other"; real: string } | { kind: "link" | "missing" };

/** A folder on disk, seen so that no link leads out of it and no pipe or device is ever opened. */
export function openFolder(root: string): FolderView {
  const realRoot = realpath(root);
  // Whoever looks gets the rejection; without a look it must not end the process.
  realRoot.catch(() => {});

  async function locate(path: string): Promise<Located> {
    const top = await realRoot;
    const full = join(top, path);
    let real: string;
    try {
      real = await realpath(full);
    } catch (error) {
      const broken = await locateBroken(error, full);
      // What is not there outside is nobody's business either.
      return broken.kind === "missing" && !isIn(top, await nearestReal(full)) ? { kind: "link" } : broken;
    }
    if (!isIn(top, real)) return { kind: "link" };
    try {
      const facts = await stat(real);
      return { kind: facts.isFile() ? "file" : facts.isDirectory() ? "folder" : "other", real };
    } catch (error) {
      return locateBroken(error, real);
    }
  }

  return {
    async kind(path): Promise<EntryKind> {
      return (await locate(path)).kind;
    },
    async leadsTo(path) {
      const found = await locate(path);
      return "real" in found
        ? relative(await realRoot, found.real)
            .split(sep)
            .join("/")
        : null;
    },
    async read(path, most) {
      const found = await locate(path);
      if (found.kind !== "file") return null;
      try {
        await using file = await open(
          found.real,
          constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
        );
        return await readStart(file, most);
      } catch (error) {
        if (missingCodes.has(codeOf(error)) || barredCodes.has(codeOf(error))) return null;
        throw error;
      }
    },
    async list(path, most) {
      const found = await locate(path);
      if (found.kind !== "folder") return [];
      const entries: FolderEntry[] = [];
      try {
        for await (const entry of await opendir(found.real)) {
          entries.push({ name: entry.name, kind: entryKind(entry) });
          if (entries.length >= most) break;
        }
      } catch (error) {
        if (!barredCodes.has(codeOf(error))) throw error;
      }
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
}

function isIn(top: string, real: string): boolean {
  return real === top || real.startsWith(top.endsWith(sep) ? top : top + sep);
}

/** Where the nearest folder above a path leads that can be followed. */
async function nearestReal(path: string): Promise<string> {
  const above = dirname(path);
  try {
    return await realpath(above);
  } catch (error) {
    if (above === path) throw error;
    return await nearestReal(above);
  }
}

/** What stands at a path that leads nowhere: nothing, a link, or something that is barred. */
async function locateBroken(error: unknown, full: string): Promise<Located> {
  const code = codeOf(error);
  if (code === "ELOOP") return { kind: "link" };
  if (barredCodes.has(code)) return { kind: "other", real: full };
  if (!missingCodes.has(code)) throw error;
  try {
    await lstat(full);
    return { kind: "link" };
  } catch (again) {
    if (missingCodes.has(codeOf(again))) return { kind: "missing" };
    throw again;
  }
}

async function readStart(file: Awaited<ReturnType<typeof open>>, most: number): Promise<Uint8Array> {
  const { size } = await file.stat();
  const bytes = Buffer.alloc(Math.min(size, most));
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? "");
}

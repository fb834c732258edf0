import type { Dirent } from "node:fs";
import type { FolderEntry } from "./graded-workspace.ts";

/** What an entry of a folder is; links are not followed. */
export function entryKind(entry: Dirent): FolderEntry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}

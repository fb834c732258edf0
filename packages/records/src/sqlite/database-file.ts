import { accessSync, closeSync, constants, openSync, readSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { StoreCorruptError, StorePathError, StoreTooNewError } from "../errors/store-errors.ts";
import { applicationId, storeVersion } from "./migrations.ts";

/** What can be told of a store's file before SQLite opens it. */
export type DatabaseFile =
  | { state: "new" }
  /** `ours` is false when the header does not say so: another program's, or ours and killed while it was made. */
  | { state: "there"; writable: boolean; ours: boolean };

/** Looks at the file and its header, and refuses what could never be opened, without touching it. */
export function inspectDatabaseFile(file: string): DatabaseFile {
  const stats = statOrNull(file);
  if (stats?.isDirectory()) throw new StorePathError(file, "it is a folder");
  if (stats !== null && !stats.isFile()) throw new StorePathError(file, "it is not a plain file");
  const folder = dirname(file);
  if (stats === null || stats.size === 0) {
    const folderStats = statOrNull(folder);
    if (folderStats === null) throw new StorePathError(file, "its folder does not exist");
    if (!folderStats.isDirectory()) throw new StorePathError(file, `${folder} is not a folder`);
    if (!isWritable(folder)) throw new StorePathError(file, "its folder is read-only");
    return { state: "new" };
  }
  const header = readHeader(file);
  const version = header.readUInt32BE(60);
  const ours = header.readUInt32BE(68) === applicationId;
  if (ours && version > storeVersion) throw new StoreTooNewError(file, version, storeVersion);
  if (ours) refuseCut(file, header);
  return { state: "there", writable: isWritable(file) && isWritable(folder), ours };
}

/** Size of the write-ahead log beside the file; 0 when there is none. */
export function logSize(file: string): number {
  return statOrNull(`${file}-wal`)?.size ?? 0;
}

// The layout of the header is that of sqlite.org/fileformat.html, section 1.3.
function readHeader(file: string): Buffer {
  const header = Buffer.alloc(100);
  let length: number;
  try {
    const descriptor = openSync(file, "r");
    try {
      length = readSync(descriptor, header, 0, 100, 0);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new StorePathError(file, `it cannot be read (${(error as NodeJS.ErrnoException).code})`, error);
  }
  if (header.toString("latin1", 0, 16) !== "SQLite format 3\0")
    throw new StoreCorruptError(file, "it does not begin as a database does");
  if (length < 100) throw new StoreCorruptError(file, "it ends within its header");
  return header;
}

/** The size is looked at last: another process may just now have written its log into the file. */
function refuseCut(file: string, header: Buffer): void {
  if (logSize(file) > 0) return;
  const [left, whole] = [statOrNull(file)?.size ?? 0, sizeOf(header)];
  if (left < whole) throw new StoreCorruptError(file, `it is cut off, ${left} of ${whole} bytes are left`);
}

/** What the header says the size of the file is; right only when there is no log beside it. */
function sizeOf(header: Buffer): number {
  const pageSize = header.readUInt16BE(16);
  // The number of pages is not to be trusted when it was written by a version of SQLite that did not keep it.
  if (header.readUInt32BE(24) !== header.readUInt32BE(92)) return 0;
  return header.readUInt32BE(28) * (pageSize === 1 ? 65_536 : pageSize);
}

function statOrNull(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    throw new StorePathError(path, `it cannot be reached (${(error as NodeJS.ErrnoException).code})`, error);
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

import { callGivenTwice } from "../errors/record-errors.ts";
import {
  StoreBusyError,
  StoreCorruptError,
  StoreFailedError,
  StoreFullError,
  StorePathError,
  StoreReadOnlyError,
} from "../errors/store-errors.ts";
import { UnreadableValueError } from "../stored/stored-value.ts";

/** Primary result codes of SQLite that have a meaning here; see sqlite.org/rescode.html. */
const codes = {
  perm: 3,
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  notDb: 26,
};
/** Extended code: the file ends where there should be more of it. */
const shortRead = 522;
/** Extended code: an index has the value already. Whatever else must be unique is looked for before it is written. */
const notUnique = 2067;
/** Extended code: there is no room for the index that goes with the log. */
const indexNotGrown = 4874;
const constraint = 19;
const mismatch = 20;

/** Primary result code of an error of `node:sqlite`; null for any other error. */
export function sqliteCode(error: unknown): number | null {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === "number" ? code & 0xff : null;
}

/** Is another process in the way, so that waiting helps? */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === codes.busy || code === codes.locked;
}

/** Is the store itself in trouble (disk, lock, damage), rather than the one record that was to be written? */
export function isStoreTrouble(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== null && code !== constraint && code !== mismatch;
}

/**
 * An error of SQLite as one of ours, and so is what a damaged file made of a value; errors that are neither pass
 * unchanged.
 */
export function toStoreError(error: unknown, file: string): unknown {
  if (error instanceof UnreadableValueError) return new StoreCorruptError(file, error.message, error);
  if (isNumberTooLarge(error)) return new StoreCorruptError(file, "a number in it is too large", error);
  const problem = error instanceof Error ? error.message : String(error);
  if ((error as { errcode?: unknown } | null)?.errcode === shortRead)
    return new StoreCorruptError(file, "it is cut off", error);
  if ((error as { errcode?: unknown } | null)?.errcode === indexNotGrown)
    return new StoreFullError(file, error);
  if ((error as { errcode?: unknown } | null)?.errcode === notUnique) return callGivenTwice();
  switch (sqliteCode(error)) {
    case null:
      return error;
    case codes.busy:
    case codes.locked:
      return new StoreBusyError(file, error);
    case codes.readOnly:
    case codes.perm:
      return new StoreReadOnlyError(file, error);
    case codes.corrupt:
    case codes.notDb:
      return new StoreCorruptError(file, problem, error);
    case codes.full:
      return new StoreFullError(file, error);
    case codes.cantOpen:
      return new StorePathError(file, problem, error);
    default:
      return new StoreFailedError(file, problem, error);
  }
}

/** `node:sqlite` refuses to read an integer that is not exact as a number; none of ours is so large. */
function isNumberTooLarge(error: unknown): boolean {
  return error instanceof RangeError && (error as { code?: unknown }).code === "ERR_OUT_OF_RANGE";
}

import { RecordsError } from "./records-error.ts";

/** The store cannot be made or opened at this path. */
export class StorePathError extends RecordsError {
  override readonly name = "StorePathError";

  constructor(file: string, problem: string, cause?: unknown) {
    super(
      "store-path",
      `${file} cannot be a store: ${problem}. Set that right, or choose another place: another file, or for x another folder to call it in.`,
      cause,
    );
  }
}

/** The file was written by a newer version of this software; it has not been touched. */
export class StoreTooNewError extends RecordsError {
  override readonly name = "StoreTooNewError";
  readonly found: number;
  readonly known: number;

  constructor(file: string, found: number, known: number) {
    super(
      "store-too-new",
      `${file} is in format ${found} and this version knows formats up to ${known}; the file was not touched. ` +
        "Update this software, or move the file away to start with an empty one.",
    );
    this.found = found;
    this.known = known;
  }
}

/** The file is a sound SQLite database, but of some other program; it has not been touched. */
export class ForeignDatabaseError extends RecordsError {
  override readonly name = "ForeignDatabaseError";

  constructor(file: string) {
    super(
      "store-foreign",
      `${file} is a database of another program; it was not touched. Give the path of a store, or of a new file.`,
    );
  }
}

/** The file is damaged, or no database at all. */
export class StoreCorruptError extends RecordsError {
  override readonly name = "StoreCorruptError";

  constructor(file: string, problem: string, cause?: unknown) {
    super(
      "store-corrupt",
      `${file} is not a sound store: ${problem}. Put back a copy of it, or move it away to start with an empty one.`,
      cause,
    );
  }
}

/** Something was to be written, but the file or its folder is read-only. Reading works. */
export class StoreReadOnlyError extends RecordsError {
  override readonly name = "StoreReadOnlyError";

  constructor(file: string, cause?: unknown) {
    super(
      "store-read-only",
      `${file} can be read but not written. Make the file and its folder writable, or copy it to a folder that is.`,
      cause,
    );
  }
}

/** The disk is full. What was stored is still there; the write may be tried again. */
export class StoreFullError extends RecordsError {
  override readonly name = "StoreFullError";

  constructor(file: string, cause?: unknown) {
    super(
      "store-full",
      `There is no room left to write ${file}; what was stored is safe. Free some space and go on.`,
      cause,
    );
  }
}

/** Another process kept the store locked for longer than it ever should. The write may be tried again. */
export class StoreBusyError extends RecordsError {
  override readonly name = "StoreBusyError";

  constructor(file: string, cause?: unknown) {
    super(
      "store-busy",
      `Another process keeps ${file} locked. See what else uses it (a stopped process, a backup), then try again.`,
      cause,
    );
  }
}

/** Reading or writing failed in a way that has no class of its own. */
export class StoreFailedError extends RecordsError {
  override readonly name = "StoreFailedError";

  constructor(file: string, problem: string, cause?: unknown) {
    super(
      "store-failed",
      `${file} could not be read or written: ${problem}. See that its disk is sound.`,
      cause,
    );
  }
}

/** The store was used after `close`. */
export class StoreClosedError extends RecordsError {
  override readonly name = "StoreClosedError";

  constructor() {
    super("store-closed", "The store is closed. Open it again, or close it later.");
  }
}

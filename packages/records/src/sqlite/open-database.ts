import { chmodSync, copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { ForeignDatabaseError, StoreReadOnlyError, StoreTooNewError } from "../errors/store-errors.ts";
import { inspectDatabaseFile, logSize } from "./database-file.ts";
import { applicationId, migrate, storeVersion, versionOf } from "./migrations.ts";
import { isBusy, toStoreError } from "./sqlite-error.ts";

/** An open connection. */
export interface OpenDatabase {
  db: DatabaseSync;
  readOnly: boolean;
  close(): void;
}

/**
 * How long a statement waits for another process before it says so. Nothing else in this process happens meanwhile, so
 * it is short; whoever uses the connection waits on without blocking.
 */
const busyTimeoutMs = 10;
/** How long opening waits while another process makes or upgrades the same file. */
const openPatienceMs = 10_000;

/**
 * Opens the store's file, makes or upgrades it; read-only when it or its folder cannot be written. `:memory:` gives
 * one that dies with the connection.
 *
 * The log is written ahead and `synchronous` is NORMAL: a committed write survives any death of the process, kill -9
 * included. When the machine itself loses power, the last moments may be missing, but what is there is sound.
 */
export function openDatabase(file: string, maximumBytes?: number): OpenDatabase {
  try {
    if (file === ":memory:") return openWritable(file, maximumBytes);
    const found = inspectDatabaseFile(file);
    if (found.state === "new") return openWritable(file, maximumBytes);
    if (!found.ours) refuseForeign(file);
    return found.writable ? openWritable(file, maximumBytes) : openReadOnly(file);
  } catch (error) {
    throw toStoreError(error, file);
  }
}

function openWritable(file: string, maximumBytes?: number): OpenDatabase {
  const db = connect(pathOf(file));
  const set = (pragma: string) => patiently(() => db.exec(`PRAGMA ${pragma}`));
  try {
    set(`busy_timeout = ${busyTimeoutMs}`);
    refuseNewer(db, file);
    set("journal_mode = WAL");
    set("synchronous = NORMAL");
    set("foreign_keys = ON");
    set("temp_store = MEMORY");
    set("cache_size = -8000");
    set("journal_size_limit = 67108864");
    if (maximumBytes !== undefined) set(`max_page_count = ${Math.ceil(maximumBytes / 4096)}`);
    patiently(() => migrate(db));
  } catch (error) {
    db.close();
    throw error;
  }
  const opened = identityOf(file);
  const close = () => {
    if (identityOf(file) !== opened) emptyLog(db);
    db.close();
  };
  return { db, readOnly: false, close };
}

/** Tells whether another file has taken the place of one; undefined when there is none to be seen. */
function identityOf(file: string): string | undefined {
  if (file === ":memory:") return undefined;
  try {
    const { dev, ino } = statSync(pathOf(file), { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}

/**
 * Writes the log into the file it belongs to, wherever that is now. SQLite leaves the log where it is when its file was
 * moved, and would take it for that of the file which stands there now, and write it over that.
 */
function emptyLog(db: DatabaseSync): void {
  try {
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch {
    // The disk is full or gone: then it stays as it is.
  }
}

function openReadOnly(file: string): OpenDatabase {
  let opened = readableDatabase(file);
  try {
    refuseNewer(opened.db, file);
    if (patiently(() => versionOf(opened.db)) < storeVersion) {
      opened.close();
      opened = openCopy(file);
      migrate(opened.db);
    }
    opened.db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  } catch (error) {
    if (opened.db.isOpen) opened.close();
    throw error;
  }
  return opened;
}

/**
 * SQLite is loaded with the first store: Node 22 warns of it then, and who keeps nothing has no use for the warning.
 */
function connect(path: string | URL, options = {}): DatabaseSync {
  const sqlite = process.getBuiltinModule("node:sqlite");
  return new sqlite.DatabaseSync(path, options);
}

/** What begins with `file:` is a path to us, and would be an address to SQLite. */
function pathOf(file: string): string {
  return file === ":memory:" ? file : resolve(file);
}

/**
 * SQLite wants to write beside the file even to read it, unless a writer has it open. Where it may not, the file is
 * taken as one that nobody changes; when there is a log that must be read as well, both are copied first.
 */
function readableDatabase(file: string): OpenDatabase {
  try {
    const db = connect(pathOf(file), { readOnly: true });
    try {
      patiently(() => versionOf(db));
    } catch (error) {
      db.close();
      throw error;
    }
    return { db, readOnly: true, close: () => db.close() };
  } catch (error) {
    if (isBusy(error)) throw error;
    if (logSize(file) === 0) {
      const url = pathToFileURL(resolve(file));
      url.search = "immutable=1";
      const db = connect(url, { readOnly: true });
      return { db, readOnly: true, close: () => db.close() };
    }
    return openCopy(file);
  }
}

/** A copy that may be changed, and goes when it is closed. */
function openCopy(file: string): OpenDatabase {
  const folder = mkdtempSync(join(tmpdir(), "x-store-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, "x.db");
    copyWritable(file, copy);
    if (logSize(file) > 0) copyWritable(`${file}-wal`, `${copy}-wal`);
    const db = connect(copy);
    const close = () => {
      db.close();
      remove();
    };
    return { db, readOnly: true, close };
  } catch (error) {
    remove();
    throw new StoreReadOnlyError(file, error);
  }
}

function copyWritable(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}

function refuseNewer(db: DatabaseSync, file: string): void {
  const version = patiently(() => versionOf(db));
  if (version > storeVersion) throw new StoreTooNewError(file, version, storeVersion);
}

function refuseForeign(file: string): void {
  const { db, close } = readableDatabase(file);
  try {
    const isForeign = patiently(() => {
      // Another process may make the store in between: its mark comes with its tables, so it is looked for after them.
      const { tables } = db.prepare("SELECT count(*) AS tables FROM sqlite_master").get() as {
        tables: number;
      };
      const { application_id } = db.prepare("PRAGMA application_id").get() as { application_id: number };
      return application_id !== applicationId && tables > 0;
    });
    if (isForeign) throw new ForeignDatabaseError(file);
    refuseNewer(db, file);
  } finally {
    close();
  }
}

/** Tries again, blocking, while another process has the file: only while opening, and only for as long as is sane. */
export function patiently<T>(action: () => T): T {
  const start = performance.now();
  for (;;) {
    try {
      return action();
    } catch (error) {
      if (!isBusy(error) || performance.now() - start > openPatienceMs) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + 20 * Math.random());
    }
  }
}

import { createRedactor, type Redactor } from "../redact.ts";
import { Cleaner } from "../stored/cleaner.ts";
import { Access } from "./access.ts";
import { MissedTime } from "./missed-time.ts";
import { type OpenDatabase, openDatabase, patiently } from "./open-database.ts";
import { toStoreError } from "./sqlite-error.ts";
import { Staging } from "./staging.ts";
import { prepareTables, type Tables } from "./tables.ts";

/** What may be set when a store is made; the defaults are right outside of tests. */
export interface SqliteStoreOptions {
  /** Takes the secrets out; by default those of this process's environment and everything shaped like a key. */
  redactor?: Redactor;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Milliseconds that go by while this machine is awake, whatever its clock is set to. By default as `now` says. */
  elapsed?: () => number;
  /** The file may not grow beyond this; writes then fail as on a full disk. */
  maximumBytes?: number;
}

/** What the parts of a store stand on. */
export interface StoreBase {
  access: Access;
  tables: Tables;
  staging: Staging;
  clean: Cleaner;
  missed: MissedTime;
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** The same as an ISO time. */
  nowIso(): string;
}

/** Opens the file of a store. */
export function openBase(file: string, options: SqliteStoreOptions): StoreBase {
  const nowMs = options.now ?? Date.now;
  const clean = new Cleaner(options.redactor ?? createRedactor());
  const opened = openDatabase(file, options.maximumBytes);
  const elapsed = options.elapsed ?? options.now ?? (() => performance.now());
  const missed = new MissedTime(nowMs, elapsed);
  const { tables, staging } = prepare(opened, file, clean);
  const access = new Access(file, opened, tables);
  return { access, tables, staging, clean, missed, nowMs, nowIso: isoTime(nowMs) };
}

/** Another process may be in the way of preparing statements as well. */
function prepare({ db, close }: OpenDatabase, file: string, clean: Cleaner) {
  try {
    return patiently(() => {
      const tables = prepareTables(db);
      return { tables, staging: new Staging(db, tables, clean) };
    });
  } catch (error) {
    close();
    throw toStoreError(error, file);
  }
}

/** It is asked for several times in a millisecond. */
function isoTime(nowMs: () => number): () => string {
  let last = { ms: Number.NaN, iso: "" };
  return () => {
    const ms = nowMs();
    if (ms !== last.ms) last = { ms, iso: new Date(ms).toISOString() };
    return last.iso;
  };
}

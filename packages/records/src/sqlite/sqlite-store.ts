import type { ImportingStore } from "../imported-run.ts";
import type { WholeStore } from "../stored/store-parts.ts";
import { attemptsOf } from "./parts/attempts.ts";
import { callsOf } from "./parts/calls.ts";
import { importsOf } from "./parts/imports.ts";
import { readingOf } from "./parts/reading.ts";
import { runsOf } from "./parts/runs.ts";
import { workersOf } from "./parts/workers.ts";
import { openBase, type SqliteStoreOptions } from "./store-base.ts";

/** A store in one file, or in memory with `:memory:`. Any number of processes may use the same file. */
export function createSqliteStore(file: string, options: SqliteStoreOptions = {}): ImportingStore {
  const base = openBase(file, options);
  const store: WholeStore = {
    ...runsOf(base),
    ...workersOf(base),
    ...attemptsOf(base),
    ...callsOf(base),
    ...readingOf(base),
    ...importsOf(base),
    flush: () => base.access.flush(),
    close: () => base.access.close(),
  };
  return store;
}

import type { ImportingStore } from "../imported-run.ts";
import type { WholeStore } from "../stored/store-parts.ts";
import { attemptsOf } from "./parts/attempts.ts";
import { callsOf } from "./parts/calls.ts";
import { importsOf } from "./parts/imports.ts";
import { readingOf } from "./parts/reading.ts";
import { runsOf } from "./parts/runs.ts";
import { workersOf } from "./parts/workers.ts";
import { openBase, type PostgresStoreOptions } from "./store-base.ts";

/**
 * Opens a store in a PostgreSQL database, by its address. Makes the tables when they are not there, in a schema of
 * their own (`x_records`, or what `?schema=` of the address says). Any number of processes on any number of machines
 * may use it at the same time.
 */
export async function openPostgresStore(
  url: string,
  options: PostgresStoreOptions = {},
): Promise<ImportingStore> {
  const base = await openBase(url, options);
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

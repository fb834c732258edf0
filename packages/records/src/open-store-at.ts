import type { ImportingStore } from "./imported-run.ts";
import { openStore } from "./open-store.ts";
import { isPostgresUrl } from "./postgres/address.ts";
import type { Redactor } from "./redact.ts";

/** What may be set when a store is opened; the defaults are right outside of tests. */
export interface StoreOptions {
  /** Takes the secrets out; by default those of this process's environment and everything shaped like a key. */
  redactor?: Redactor;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** On PostgreSQL: a worker that has not told that it is alive for this long is dead. Default: 30 s. */
  silenceMs?: number;
}

/**
 * The store at an address of a PostgreSQL database (`postgres://…`), or in `.x/x.db` of a project folder. What
 * PostgreSQL needs is loaded only for the former.
 */
export async function openStoreAt(urlOrFolder: string, options?: StoreOptions): Promise<ImportingStore> {
  if (!isPostgresUrl(urlOrFolder)) return openStore(urlOrFolder, options);
  const { openPostgresStore } = await import("./postgres/postgres-store.ts");
  return openPostgresStore(urlOrFolder, options);
}

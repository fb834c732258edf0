import { isPostgresUrl, StoreAddressError } from "@flow-state-dev/records/store";

/** Flags that say where runs are kept. */
export interface StoreFlags {
  /** A database where the runs of many machines are kept, and workers to run them. */
  on?: string;
  /** A database to keep the run in. */
  store?: string;
}

/**
 * The address of the database where runs are kept: `--on`, `--store`, or the variable X_STORE; undefined when that is
 * the folder `.x` of the project. Throws a `StoreAddressError` for what is none.
 */
export function storeAddress(flags: StoreFlags, env: NodeJS.ProcessEnv): string | undefined {
  const address = flags.on ?? flags.store ?? env.X_STORE;
  if (address === undefined || address === "") return undefined;
  if (!isPostgresUrl(address)) throw new StoreAddressError("it does not begin with postgres://");
  return address;
}

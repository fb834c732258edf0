import { StoreAddressError } from "./postgres-errors.ts";

/** Where the store lies when the address does not name a schema. */
const defaultSchema = "x_records";

/** Where a store on PostgreSQL is. */
export interface PostgresAddress {
  /** As the driver wants it, secrets included: never to be shown. */
  connectionString: string;
  /** As people may see it: host, port and database, no user, no password, no options. */
  shown: string;
  /** Name of the database as the address has it; empty when it has none. */
  database: string;
  schema: string;
  /** Texts that must not be shown, as they are and as they stand in the address. */
  secrets: readonly string[];
}

/** Whether it is the address of a PostgreSQL database rather than a folder. */
export function isPostgresUrl(where: string): boolean {
  return /^postgres(ql)?:\/\//i.test(where);
}

/**
 * Reads an address such as `postgres://user:password@host:5432/database?schema=x_records`. Everything but `schema` goes
 * to the driver. An error never holds the address.
 */
export function parseAddress(url: string): PostgresAddress {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    // The error of the parser holds the whole address.
    throw new StoreAddressError("it cannot be read as one");
  }
  const schema = parsed.searchParams.get("schema") ?? defaultSchema;
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new StoreAddressError("its schema must be of small letters, digits and _, at most 63");
  parsed.searchParams.delete("schema");
  const host = parsed.hostname || parsed.searchParams.get("host") || "localhost";
  const port = parsed.port === "" ? "" : `:${parsed.port}`;
  const database = decoded(parsed.pathname.slice(1));
  const passwords = [parsed.password, parsed.searchParams.get("password") ?? ""];
  return {
    connectionString: parsed.href,
    shown: `postgres://${host}${port}/${database}`,
    database,
    schema,
    secrets: passwords.flatMap((secret) => [secret, decoded(secret)]).filter((secret) => secret !== ""),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

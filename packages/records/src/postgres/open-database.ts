import type { PostgresAddress } from "./address.ts";
import { type Client, Connection } from "./connection.ts";
import { migrate, storeVersion, versionOf } from "./migrations.ts";
import {
  DatabaseEncodingError,
  DatabaseForeignError,
  DatabaseReadOnlyError,
  DatabaseTooNewError,
} from "./postgres-errors.ts";
import { errorCode, toStoreError } from "./postgres-trouble.ts";

/** An open database whose tables have the present form. */
export interface OpenDatabase {
  connection: Connection;
  readOnly: boolean;
}

/** How long opening waits for a server that does not answer, for it may just be starting. */
const openPatienceMs = 5_000;

/** Connects, makes the tables or brings them to the present form; read-only when this user or server can only read. */
export async function openDatabase(address: PostgresAddress, patienceMs: number): Promise<OpenDatabase> {
  const connection = await Connection.to(address, patienceMs).catch((error: unknown) => {
    throw toStoreError(error, address);
  });
  try {
    const readOnly = await connection.patiently(
      (client) => prepare(client, address),
      Math.min(openPatienceMs, patienceMs),
    );
    return { connection, readOnly };
  } catch (error) {
    await connection.close();
    throw toStoreError(error, address);
  }
}

async function prepare(client: Client, address: PostgresAddress): Promise<boolean> {
  const { schema, shown } = address;
  let version = await versionOf(client, schema);
  if (version === 0) await checkEncoding(client, shown);
  if (version !== null && version < storeVersion) {
    await migrate(client, schema).catch((error: unknown) => {
      const code = errorCode(error);
      if (code !== "25006" && code !== "42501") throw error;
      throw new DatabaseReadOnlyError(shown, "its tables are not there yet, and this user may not make them");
    });
    version = await versionOf(client, schema);
  }
  if (version === null) throw new DatabaseForeignError(shown, schema);
  if (version > storeVersion) throw new DatabaseTooNewError(shown, version, storeVersion);
  const { rows } = await client.query<{ read_only: boolean }>(
    `SELECT current_setting('transaction_read_only') = 'on'
      OR NOT has_table_privilege('"${schema}".cell', 'INSERT') AS read_only`,
  );
  return rows[0]!.read_only;
}

/** All that is written is UTF-8. A database without an encoding of its own keeps it as it is. */
async function checkEncoding(client: Client, shown: string): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    "SELECT current_setting('server_encoding') AS encoding",
  );
  const { encoding } = rows[0]!;
  if (encoding !== "UTF8" && encoding !== "SQL_ASCII") throw new DatabaseEncodingError(shown, encoding);
}

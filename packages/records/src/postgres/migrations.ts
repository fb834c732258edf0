import type { Client } from "./connection.ts";
import { countedSql } from "./counted-sql.ts";
import { functionsSql } from "./functions-sql.ts";
import { heldUpSql } from "./machines/held-up-sql.ts";
import { machinesSql } from "./machines/machines-sql.ts";
import { postingsSql } from "./machines/postings-sql.ts";
import { providersSql } from "./machines/providers-sql.ts";
import { progressSql } from "./progress-sql.ts";
import { tablesSql } from "./tables-sql.ts";

/**
 * The steps from an empty schema to the present form, one a version; a step that was ever released is never changed.
 */
const steps: readonly string[] = [
  `${tablesSql}\n${functionsSql}`,
  machinesSql,
  providersSql,
  postingsSql,
  progressSql,
  heldUpSql,
  countedSql,
];

/** The form of a store that this version writes. */
export const storeVersion = steps.length;

/** Only one process at a time makes or upgrades a store ("XRUN"). */
const migrationLock = 0x5852554e;

/** The form a schema has: 0 when it is not there or empty, null when it is another program's. */
export async function versionOf(client: Client, schema: string): Promise<number | null> {
  const { rows } = await client.query<{ store: boolean; others: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = 'store') AS store,
      EXISTS (SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1) AS others`,
    [schema],
  );
  const { store, others } = rows[0]!;
  if (!store) return others ? null : 0;
  try {
    const found = await client.query<{ version: number }>(`SELECT version FROM "${schema}".store`);
    return typeof found.rows[0]?.version === "number" ? found.rows[0].version : null;
  } catch (error) {
    // A table of this name without a version.
    if ((error as { code?: string }).code === "42703") return null;
    throw error;
  }
}

/**
 * Brings the schema to the present form, all or nothing: one that dies on the way leaves it as it was. Many processes
 * may try at once.
 */
export async function migrate(client: Client, schema: string): Promise<void> {
  await client.query("BEGIN");
  try {
    // One that stands still on the way must not hold up the others for good.
    await client.query("SET LOCAL idle_in_transaction_session_timeout = '30s'");
    await client.query("SELECT pg_advisory_xact_lock($1, hashtext($2))", [migrationLock, schema]);
    const from = await versionOf(client, schema);
    if (from !== null && from < storeVersion) {
      // One that is there already needs no right to make any.
      const there = await client.query("SELECT 1 FROM pg_namespace WHERE nspname = $1", [schema]);
      if (there.rows.length === 0) await client.query(`CREATE SCHEMA "${schema}"`);
      await client.query(`SET LOCAL search_path TO "${schema}"`);
      for (const step of steps.slice(from)) await client.query(step);
      await client.query("UPDATE store SET version = $1", [storeVersion]);
    }
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

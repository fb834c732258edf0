import { beforeAll } from "vitest";
import { openPostgresStore } from "../../src/postgres/postgres-store.ts";
import { runStoreConformance } from "../conformance/run-store.ts";
import type { MakeStore } from "../support/stores-under-test.ts";
import { usePostgres } from "./support/use-postgres.ts";

const schema = "emptied";
const tables = [
  "run",
  "run_total",
  "worker",
  "cell",
  "attempt",
  "call",
  "artifact",
  "piece",
  "upload",
  "writer",
];

const server = usePostgres();
beforeAll(async () => {
  await (await openPostgresStore(server.url({ schema }))).close();
});

/** The same tables each time, emptied: several times as fast as new ones. */
const onPostgres: MakeStore = async (seams) => {
  await server.sql(tables.map((table) => `DELETE FROM ${schema}.${table}`).join("; "));
  return openPostgresStore(server.url({ schema }), seams);
};
runStoreConformance("PostgreSQL", onPostgres);

import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { RunStore } from "../../src/index.ts";
import { applyFunction } from "../../src/postgres/apply-sql.ts";
import { openPostgresStore } from "../../src/postgres/postgres-store.ts";
import { progressSql } from "../../src/postgres/progress-sql.ts";
import { cell, claimOf, manifest, result } from "../support/sample-records.ts";
import { usePostgres } from "./support/use-postgres.ts";

const server = usePostgres();

const schemaOf = (url: string) => new URL(url).searchParams.get("schema")!;
const large = () => ({
  ...{ evidence: {}, suspect: false },
  artifacts: [
    {
      name: "output",
      mediaType: "application/octet-stream",
      content: new Uint8Array(randomBytes(2_500_000)),
    },
  ],
});

async function withCell(store: RunStore): Promise<string> {
  const { id } = await store.createRun(manifest, 1);
  await store.registerWorker({ id: "w", host: "elsewhere", pid: 1 });
  await store.claim(id, "w", claimOf(cell));
  return id;
}

test("of large artifacts that others take the place of no piece is left", async () => {
  const url = server.newUrl();
  const schema = schemaOf(url);
  const store = await openPostgresStore(url);
  const id = await withCell(store);
  const left = async () => [
    (await server.sql(`SELECT 1 FROM ${schema}.piece`)).length,
    (await server.sql(`SELECT 1 FROM ${schema}.upload`)).length,
  ];
  await store.keepProgress(id, cell, 1, large());
  expect(await left()).toEqual([3, 0]);
  await store.keepProgress(id, cell, 1, large());
  expect(await left()).toEqual([3, 0]);
  // Both in one batch, as far as the server can tell.
  await Promise.all([store.keepProgress(id, cell, 1, large()), store.keepProgress(id, cell, 1, large())]);
  expect(await left()).toEqual([3, 0]);
  const small = [{ name: "output", mediaType: "text/plain", content: "s" }];
  await store.endAttempt(id, cell, 1, result(undefined, { artifacts: small }));
  expect(await left()).toEqual([0, 0]);
  expect(await store.keepProgress(id, cell, 1, large())).toBe(false);
  expect(await left()).toEqual([0, 0]);
  await store.close();
});

test("functions of the first version are replaced under a store that is at work", async () => {
  const url = server.newUrl();
  const inSchema = (sql: string) =>
    server.sql(`SET search_path TO ${schemaOf(url)}; ${sql}; SET search_path TO public`);
  const store = await openPostgresStore(url);
  const id = await withCell(store);
  await inSchema(`CREATE OR REPLACE FUNCTION ${applyFunction()}`);
  const progress = { evidence: { half: "way" }, suspect: false, artifacts: [] };
  await expect(store.keepProgress(id, cell, 1, progress)).rejects.toThrow();
  await inSchema(progressSql);
  expect(await store.keepProgress(id, cell, 1, progress)).toBe(true);
  expect(await store.endAttempt(id, cell, 1, result())).toBe(true);
  await store.close();
});

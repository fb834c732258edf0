import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { inspect, promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { glanceCells, openStoreAt, type RunStore } from "../../src/index.ts";
import { openPostgresStore } from "../../src/postgres/postgres-store.ts";
import { fromSource } from "../support/from-source.ts";
import { all, cell, claimOf, manifest, opening, result, usage } from "../support/sample-records.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { usePostgres } from "./support/use-postgres.ts";

const run = promisify(execFile);
const source = JSON.stringify(new URL("../../src/index.ts", import.meta.url).href);

const server = usePostgres();

const schemaOf = (url: string) => new URL(url).searchParams.get("schema")!;

/** The error of opening this address, which must hold neither the password nor the address itself. */
async function refusal(url: string, secret = server.password): Promise<{ code: string; message: string }> {
  const error = await openPostgresStore(url, { patienceMs: 100 }).then(
    () => expect.unreachable("It opened."),
    (thrown: unknown) => thrown as { code: string; message: string },
  );
  const shown = inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true });
  for (const form of [secret, encodeURIComponent(secret), url]) expect(shown).not.toContain(form);
  return error;
}

async function withCell(store: RunStore): Promise<string> {
  const { id } = await store.createRun(manifest, 1);
  await store.registerWorker({ id: "w", host: "elsewhere", pid: 1 });
  await store.claim(id, "w", claimOf(cell));
  return id;
}

describe("what cannot be opened says why, and shows no password", () => {
  test("nobody there", async () => {
    const url = new URL(server.newUrl());
    url.port = "1";
    const { code, message } = await refusal(url.href);
    expect(code).toBe("store-unreachable");
    expect(message).toMatch(
      /^postgres:\/\/127\.0\.0\.1:1\/postgres cannot be reached: .*ECONNREFUSED.*server runs/,
    );
  });

  test("a wrong password", async () => {
    const { code, message } = await refusal(server.url({ password: "wr0ng-secret" }), "wr0ng-secret");
    expect(code).toBe("store-denied");
    expect(message).toMatch(/refuses the user: password authentication failed.*PGPASSWORD/);
  });

  test("no such database", async () => {
    const { code, message } = await refusal(server.url({ database: "nowhere" }));
    expect(code).toBe("store-missing");
    expect(message).toMatch(/createdb nowhere/);
  });

  test("a database in which not every text can be kept, in which no tables are made", async () => {
    await server.sql("CREATE DATABASE west ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    const { code, message } = await refusal(server.url({ database: "west" }));
    expect(code).toBe("store-encoding");
    expect(message).toMatch(/is kept in LATIN1.* createdb --encoding UTF8 /);
  });

  test("an address that is none", async () => {
    for (const url of ["postgres://u:top-secret@host:port/db", "postgres://u:top-secret@h/d?schema=a;b"]) {
      const { code, message } = await refusal(url, "top-secret");
      expect(code).toBe("store-address");
      expect(message).toMatch(/such as postgres:\/\/user@host:5432\/database/);
    }
  });

  test("tables of a newer version, which stay as they are", async () => {
    const url = server.newUrl();
    await (await openPostgresStore(url)).close();
    await server.sql(`UPDATE ${schemaOf(url)}.store SET version = 99`);
    const { code, message } = await refusal(url);
    expect(code).toBe("store-too-new");
    expect(message).toMatch(/format 99.*up to \d+.*Update this software/);
    expect(await server.sql(`SELECT version FROM ${schemaOf(url)}.store`)).toEqual([{ version: 99 }]);
  });

  test("a schema of another program, which stays as it is", async () => {
    for (const table of ["theirs (a text)", "store (a text)"]) {
      const url = server.newUrl();
      await server.sql(`CREATE SCHEMA ${schemaOf(url)}; CREATE TABLE ${schemaOf(url)}.${table}`);
      const { code, message } = await refusal(url);
      expect(code).toBe("store-foreign");
      expect(message).toMatch(/another program's.*\?schema=/);
      const tables = await server.sql("SELECT 1 FROM pg_tables WHERE schemaname = $1", [schemaOf(url)]);
      expect(tables).toHaveLength(1);
    }
  });

  test("a user who may not make the tables", async () => {
    await server.sql(
      "CREATE ROLE guest LOGIN PASSWORD 'guest-secret'; REVOKE CREATE ON DATABASE postgres FROM PUBLIC",
    );
    const url = server.url({ user: "guest", password: "guest-secret", schema: "guests" });
    const { code, message } = await refusal(url, "guest-secret");
    expect(code).toBe("store-read-only");
    expect(message).toMatch(/not there yet/);
  });
});

test("a user who may only read can read, and is told so when something is to be written", async () => {
  const url = server.newUrl();
  const schema = schemaOf(url);
  const store = await openPostgresStore(url);
  const id = await withCell(store);
  await store.endAttempt(id, cell, 1, result());
  await store.close();
  await server.sql(`CREATE ROLE reader LOGIN PASSWORD 'r'; GRANT USAGE ON SCHEMA ${schema} TO reader;
    GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO reader;
    CREATE ROLE standby LOGIN PASSWORD 'r'; ALTER ROLE standby SET default_transaction_read_only = on;
    GRANT USAGE ON SCHEMA ${schema} TO standby; GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO standby`);
  for (const user of ["reader", "standby"]) {
    const readOnly = await openPostgresStore(server.url({ user, password: "r", schema }));
    expect(await all(readOnly.cells(id))).toHaveLength(1);
    expect(await readOnly.attempts(id, cell)).toHaveLength(1);
    const refused = { code: "store-read-only", message: expect.stringContaining("may write") };
    await expect(readOnly.createRun(manifest, 1)).rejects.toMatchObject(refused);
    await expect(readOnly.endAttempt(id, cell, 1, result())).rejects.toMatchObject(refused);
    expect(() => readOnly.carryCall(id, "c")).toThrow(/not written/);
    await readOnly.close();
  }
});

test("tables that many make at the same moment are made once", async () => {
  const url = server.newUrl();
  const stores = await Promise.all(Array.from({ length: 8 }, () => openPostgresStore(url)));
  await Promise.all(stores.map((store) => store.createRun(manifest, 1)));
  expect(await all(stores[0]!.runs())).toHaveLength(8);
  const opened = await Promise.all(stores.map((store) => store.openRun({ ...manifest, runs: 9 }, 1)));
  expect(opened.filter(({ created }) => created)).toHaveLength(1);
  await Promise.all(stores.map((store) => store.close()));
  expect(await server.sql(`SELECT * FROM ${schemaOf(url)}.writer`)).toEqual([]);
});

test("what a user, or a database, has set for other programs does not matter", async () => {
  await server.sql(`CREATE ROLE other LOGIN SUPERUSER PASSWORD 'o'; ALTER ROLE other SET extra_float_digits = 0;
    ALTER ROLE other SET default_transaction_isolation = serializable;
    ALTER ROLE other SET standard_conforming_strings = off`);
  const url = server.url({ user: "other", password: "o", schema: schemaOf(server.newUrl()) });
  const stores = await Promise.all(Array.from({ length: 8 }, () => openPostgresStore(url)));
  const id = await withCell(stores[0]!);
  await stores[0]!.endAttempt(id, cell, 1, result({ kind: "passed", score: 1 / 3 }));
  expect((await glanceCells(stores[0]!, id)).score).toEqual([1 / 3]);
  await Promise.all(stores.map((store) => store.close()));
});

test("a schema made beforehand is enough for a user who may make none", async () => {
  await server.sql(`CREATE ROLE team LOGIN PASSWORD 'team-secret'; REVOKE CREATE ON DATABASE postgres FROM PUBLIC;
    CREATE SCHEMA teams AUTHORIZATION team`);
  const store = await openPostgresStore(
    server.url({ user: "team", password: "team-secret", schema: "teams" }),
  );
  await store.endAttempt(await withCell(store), cell, 1, result());
  await store.close();
});

test("a name that is too long for the database is refused, and harms no other write", async () => {
  const store = await openPostgresStore(server.newUrl());
  const id = await withCell(store);
  const long = { ...cell, task: randomBytes(5_000).toString("hex") };
  const claims = await Promise.allSettled([
    store.claim(id, "w", claimOf({ ...cell, run: 1 })),
    store.claim(id, "w", claimOf(long)),
    store.claim(id, "w", claimOf({ ...cell, run: 2 })),
  ]);
  expect(claims.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(claims[1]).toMatchObject({
    reason: { code: "invalid-record", message: expect.stringMatching(/too long/) },
  });
  expect(await store.totals(id)).toMatchObject({ attempts: 3, running: 3 });
  await expect(store.totals("\ud800")).rejects.toMatchObject({ code: "unknown-run" });
  await expect(store.claim("\ud800\u0000", "w", claimOf(cell))).rejects.toMatchObject({
    code: "unknown-run",
  });
  await store.close();
});

test("tables that are gone are told, and so is a damaged value, with its place", async () => {
  const url = server.newUrl();
  const store = await openPostgresStore(url);
  const id = await withCell(store);
  await store.endAttempt(id, cell, 1, result());
  await server.sql(`UPDATE ${schemaOf(url)}.attempt SET evidence = '{"cut'`);
  await expect(store.attempts(id, cell)).rejects.toMatchObject({
    code: "store-corrupt",
    message: expect.stringMatching(/attempt 1 of the cell baseline on sums, run 1 cannot be read/),
  });
  expect(await all(store.cells(id))).toHaveLength(1);
  await server.sql(`DROP SCHEMA ${schemaOf(url)} CASCADE`);
  await expect(store.totals(id)).rejects.toMatchObject({ code: "store-corrupt" });
  await expect(store.createRun(manifest, 1)).rejects.toMatchObject({ code: "store-corrupt" });
  await store.close();
});

test("large artifacts lie in pieces, and nothing is left of those that no attempt took", async () => {
  const url = server.newUrl();
  const schema = schemaOf(url);
  const store = await openPostgresStore(url);
  const id = await withCell(store);
  const content = new Uint8Array(randomBytes(2_500_000));
  const artifacts = [
    { name: "large", mediaType: "application/octet-stream", content },
    { name: "small", mediaType: "text/plain", content: "s" },
  ];
  const pieces = async () => (await server.sql(`SELECT 1 FROM ${schema}.piece`)).length;
  expect(await store.endAttempt(id, cell, 1, result(undefined, { artifacts }))).toBe(true);
  expect(await pieces()).toBe(3);
  const read = await store.artifact(id, cell, 1, "large");
  expect(Buffer.compare(read!.content as Uint8Array, content)).toBe(0);
  expect(await store.endAttempt(id, cell, 1, result(undefined, { artifacts }))).toBe(false);
  expect(await pieces()).toBe(3);
  // As if a process had died between the two.
  await server.sql(
    `INSERT INTO ${schema}.upload VALUES ('dead', 0); INSERT INTO ${schema}.piece VALUES ('dead', 0, '')`,
  );
  await (await openPostgresStore(url)).close();
  expect(await pieces()).toBe(3);
  expect(await server.sql(`SELECT * FROM ${schema}.upload`)).toEqual([]);
  await store.close();
});

test("a folder gives the store of a project, an address that of the database", async () => {
  const folder = temporaryFolder();
  const inFolder = await openStoreAt(folder);
  await inFolder.createRun(manifest, 1);
  await inFolder.close();
  expect(existsSync(join(folder, ".x", "x.db"))).toBe(true);
  const inDatabase = await openStoreAt(server.newUrl().replace("postgres:", "postgresql:"));
  const { createdAt } = await inDatabase.createRun(manifest, 1);
  expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(60_000);
  await inDatabase.close();
});

test("who keeps records in a file does not load the driver, and an open store does not keep its process alive", async () => {
  const script = (where: string) => `import { createRequire } from "node:module";
    import { openStoreAt } from ${source};
    const store = await openStoreAt(${JSON.stringify(where)});
    await store.createRun(${JSON.stringify(manifest)}, 1);
    const loaded = Object.keys(createRequire(import.meta.url).cache).some((path) => /node_modules.pg/.test(path));
    console.log(loaded);`;
  const outputs: string[] = [];
  for (const where of [temporaryFolder(), server.newUrl()]) {
    const args = [fromSource, "--input-type=module", "-e", script(where)];
    outputs.push((await run(process.execPath, args, { timeout: 50_000 })).stdout.trim());
  }
  expect(outputs).toEqual(["false", "true"]);
});

test("money of many calls in one batch with a refusal among them is right", async () => {
  const store = await openPostgresStore(server.newUrl());
  const id = await withCell(store);
  const grants = await Promise.all(
    ["a", "a", "b"].map((callId) => store.openCall(id, cell, 1, opening(callId)).catch(({ code }) => code)),
  );
  expect(grants).toMatchObject([{ state: "opened" }, "duplicate-call", { reservedUsd: 1, openCalls: 2 }]);
  for (const callId of ["a", "ghost", "b"])
    store.chargeCall(id, { callId, costUsd: 0.5, usage: usage(1), details: {} });
  await expect(store.flush()).rejects.toMatchObject({ code: "unknown-call" });
  expect(await store.books(id)).toMatchObject({ spentUsd: 1, openCalls: 0, reservedUsd: 0 });
  await store.close();
});

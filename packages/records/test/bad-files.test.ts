import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { createSqliteStore } from "../src/index.ts";
import { all, cell, claimOf, manifest, result } from "./support/sample-records.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

async function madeStore(cells = 1): Promise<{ file: string; folder: string; runId: string }> {
  const folder = temporaryFolder();
  const file = join(folder, "x.db");
  const store = createSqliteStore(file);
  const { id } = await store.createRun(manifest, cells);
  await store.registerWorker({ id: "w", host: "h", pid: 1 });
  for (let run = 0; run < cells; run++) {
    await store.claim(id, "w", claimOf({ ...cell, run }));
    await store.endAttempt(id, { ...cell, run }, 1, result());
  }
  await store.close();
  return { file, folder, runId: id };
}

function thrownBy(action: () => unknown): { code: string; message: string } {
  try {
    action();
  } catch (error) {
    return error as { code: string; message: string };
  }
  throw new Error("Nothing was thrown.");
}

describe("a store from a newer version", () => {
  test("is refused and left as it is", async () => {
    const { file } = await madeStore();
    const db = new DatabaseSync(file);
    db.exec("PRAGMA user_version = 1000");
    db.close();
    const before = readFileSync(file);
    expect(thrownBy(() => createSqliteStore(file))).toMatchObject({
      code: "store-too-new",
      found: 1000,
      message: expect.stringContaining("Update this software, or move the file away"),
    });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test("is refused also when its version is only in the log yet", async () => {
    const { file, folder } = await madeStore();
    const db = new DatabaseSync(file);
    db.exec("PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 1000");
    const copy = join(folder, "copy.db");
    copyFileSync(file, copy);
    copyFileSync(`${file}-wal`, `${copy}-wal`);
    db.close();
    expect(thrownBy(() => createSqliteStore(copy))).toMatchObject({ code: "store-too-new", found: 1000 });
  });
});

describe("a damaged file", () => {
  test.each([
    [
      "no database at all",
      (file: string) => writeFileSync(file, "hello, this is a text file, and not a short one"),
    ],
    ["cut off within the header", (file: string) => truncateSync(file, 50)],
    ["cut off after the first pages", (file: string) => truncateSync(file, 9_000)],
    ["cut off by its last page", (file: string) => truncateSync(file, statSync(file).size - 4096)],
    [
      "a header that is garbage",
      (file: string) => {
        const bytes = readFileSync(file);
        bytes.fill(0x55, 16, 100);
        writeFileSync(file, bytes);
      },
    ],
    [
      "a schema that is garbage",
      (file: string) => {
        const bytes = readFileSync(file);
        bytes.fill(0x55, 100, 4096);
        writeFileSync(file, bytes);
      },
    ],
  ])("%s gives a clear error", async (_, damage) => {
    const { file } = await madeStore(50);
    damage(file);
    const before = readFileSync(file);
    const error = thrownBy(() => createSqliteStore(file));
    expect(error.code).toBe("store-corrupt");
    expect(error.message).toContain(file);
    expect(error.message).toMatch(/copy|move it away/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test.each([0.5, 0.9, 0.99, 0.999])("cut off at %d of its size gives a clear error", async (share) => {
    const { file } = await madeStore(300);
    truncateSync(file, Math.floor(statSync(file).size * share));
    expect(thrownBy(() => createSqliteStore(file))).toMatchObject({
      code: "store-corrupt",
      message: expect.stringContaining("cut off"),
    });
  });

  test("cut off while it is open is told when it is met", async () => {
    const { file, runId } = await madeStore(3_000);
    const store = createSqliteStore(file);
    truncateSync(file, Math.floor(statSync(file).size * 0.999));
    const read = async () => {
      for await (const found of store.cells(runId)) await store.attempts(runId, found);
    };
    await expect(read()).rejects.toMatchObject({ code: "store-corrupt" });
    await store.close();
  });

  test("damage further in is told when it is met", async () => {
    const { file, runId } = await madeStore(500);
    const bytes = readFileSync(file);
    // Everything but the schema, which lies in the first pages.
    bytes.fill(0x55, 12 * 4096);
    writeFileSync(file, bytes);
    const read = async () => {
      const store = createSqliteStore(file);
      try {
        return await all(store.cells(runId));
      } finally {
        await store.close();
      }
    };
    await expect(read()).rejects.toMatchObject({ code: "store-corrupt" });
  });

  test("an empty file is a new store", async () => {
    const file = join(temporaryFolder(), "x.db");
    writeFileSync(file, "");
    const store = createSqliteStore(file);
    expect(await all(store.runs())).toEqual([]);
    await store.close();
  });
});

describe("a path that cannot be a store", () => {
  test("a folder", () => {
    const folder = temporaryFolder();
    expect(thrownBy(() => createSqliteStore(folder))).toMatchObject({
      code: "store-path",
      message: expect.stringContaining("it is a folder"),
    });
  });

  test("a folder that is not there", () => {
    const file = join(temporaryFolder(), "missing", "x.db");
    expect(thrownBy(() => createSqliteStore(file))).toMatchObject({
      code: "store-path",
      message: expect.stringContaining("its folder does not exist"),
    });
  });

  test("a file in place of its folder", () => {
    const file = join(temporaryFolder(), "plain");
    writeFileSync(file, "x");
    expect(thrownBy(() => createSqliteStore(join(file, "x.db"))).code).toBe("store-path");
  });

  test("something that is no plain file", () => {
    expect(thrownBy(() => createSqliteStore("/dev/null")).code).toBe("store-path");
  });

  test("a database of another program, which stays as it is", () => {
    const file = join(temporaryFolder(), "other.db");
    const db = new DatabaseSync(file);
    db.exec("CREATE TABLE bookmarks (url TEXT); INSERT INTO bookmarks VALUES ('x')");
    db.close();
    const before = readFileSync(file);
    expect(thrownBy(() => createSqliteStore(file)).code).toBe("store-foreign");
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

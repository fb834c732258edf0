import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { inspectDatabaseFile, logSize } from "./database-file.ts";
import { migrate } from "./migrations.ts";

test("a file that is missing or empty is new", () => {
  const file = join(temporaryFolder(), "x.db");
  expect(inspectDatabaseFile(file)).toEqual({ state: "new" });
  writeFileSync(file, "");
  expect(inspectDatabaseFile(file)).toEqual({ state: "new" });
});

test("the header tells ours from others", () => {
  const folder = temporaryFolder();
  const made = (name: string, make: (db: DatabaseSync) => void) => {
    const db = new DatabaseSync(join(folder, name));
    make(db);
    db.close();
    return inspectDatabaseFile(join(folder, name));
  };
  expect(made("ours.db", migrate)).toEqual({ state: "there", writable: true, ours: true });
  const other = made("other.db", (db) => db.exec("CREATE TABLE t (a); PRAGMA user_version = 999"));
  expect(other).toEqual({ state: "there", writable: true, ours: false });
});

test("the log is seen while a writer has the file open", () => {
  const file = join(temporaryFolder(), "x.db");
  const db = new DatabaseSync(file);
  expect(logSize(file)).toBe(0);
  db.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (a)");
  expect(logSize(file)).toBeGreaterThan(0);
  db.close();
  expect(logSize(file)).toBe(0);
});

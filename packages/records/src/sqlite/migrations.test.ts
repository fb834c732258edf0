import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { applicationId, migrate, storeVersion, versionOf } from "./migrations.ts";

test("an empty file gets the present form and says so; a second time nothing happens", () => {
  const db = new DatabaseSync(":memory:");
  expect(versionOf(db)).toBe(0);
  migrate(db);
  expect(versionOf(db)).toBe(storeVersion);
  expect(db.prepare("PRAGMA application_id").get()).toEqual({ application_id: applicationId });
  const schema = () => db.prepare("SELECT name, sql FROM sqlite_master ORDER BY name").all();
  const before = schema();
  migrate(db);
  expect(schema()).toEqual(before);
  db.close();
});

test("tables are strict, and references hold", () => {
  const db = new DatabaseSync(":memory:");
  migrate(db);
  const tables = db
    .prepare("SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    .all();
  const ours = tables.filter(({ name }) => !String(name).startsWith("sqlite_"));
  expect(ours.map(({ name }) => name).sort()).toEqual([
    "artifact",
    "attempt",
    "call",
    "cell",
    "run",
    "run_total",
    "worker",
  ]);
  for (const { name, strict } of ours) expect([name, strict]).toEqual([name, 1]);
  expect(() => db.exec("INSERT INTO run_total (run_no, outcomes) VALUES (99, '{}')")).toThrow(/FOREIGN KEY/);
  db.close();
});

test("a step that fails leaves the file as it was", () => {
  const file = join(temporaryFolder(), "x.db");
  const db = new DatabaseSync(file);
  db.exec("CREATE TABLE worker (mine TEXT)");
  expect(() => migrate(db)).toThrow(/already exists/);
  expect(versionOf(db)).toBe(0);
  expect(db.prepare("SELECT name FROM sqlite_master").all()).toEqual([{ name: "worker" }]);
  db.close();
});

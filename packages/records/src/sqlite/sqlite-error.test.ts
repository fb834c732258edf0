import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { isBusy, isStoreTrouble, sqliteCode, toStoreError } from "./sqlite-error.ts";

const withCode = (errcode: number) => Object.assign(new Error("told by SQLite"), { errcode });

// Codes by sqlite.org/rescode.html; the larger ones are extended codes.
test.each([
  [5, "store-busy"],
  [517, "store-busy"],
  [6, "store-busy"],
  [8, "store-read-only"],
  [1544, "store-read-only"],
  [3, "store-read-only"],
  [11, "store-corrupt"],
  [26, "store-corrupt"],
  [13, "store-full"],
  [4874, "store-full"],
  [14, "store-path"],
  [10, "store-failed"],
  [522, "store-corrupt"],
  [778, "store-failed"],
])("result code %d becomes %s", (errcode, code) => {
  const cause = withCode(errcode);
  expect(toStoreError(cause, "x.db")).toMatchObject({
    code,
    cause,
    message: expect.stringContaining("x.db"),
  });
  expect(isBusy(cause)).toBe(code === "store-busy");
  expect(isStoreTrouble(cause)).toBe(true);
});

test("errors that are not SQLite's pass unchanged", () => {
  const error = new TypeError("mine");
  expect(toStoreError(error, "x.db")).toBe(error);
  expect([sqliteCode(error), sqliteCode(null), isBusy(error), isStoreTrouble(error)]).toEqual([
    null,
    null,
    false,
    false,
  ]);
});

test("a broken constraint is the record's fault, not the store's", () => {
  const db = new DatabaseSync(":memory:");
  db.exec("CREATE TABLE t (a INTEGER UNIQUE) STRICT; INSERT INTO t VALUES (1)");
  for (const value of [1, "text"]) {
    let error: unknown = null;
    try {
      db.prepare("INSERT INTO t VALUES (?)").run(value);
    } catch (caught) {
      error = caught;
    }
    expect(sqliteCode(error)).not.toBeNull();
    expect(isStoreTrouble(error)).toBe(false);
  }
  db.close();
});

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { migrate, storeVersion, versionOf } from "./migrations.ts";
import { openDatabase } from "./open-database.ts";

const setting = (db: ReturnType<typeof openDatabase>["db"], name: string) =>
  Object.values(db.prepare(`PRAGMA ${name}`).get()!)[0];

test("a file has the settings that its promises rest on", () => {
  const { db, readOnly, close } = openDatabase(join(temporaryFolder(), "x.db"), 8_192_000);
  expect(readOnly).toBe(false);
  expect(setting(db, "journal_mode")).toBe("wal");
  expect(setting(db, "synchronous")).toBe(1);
  expect(setting(db, "foreign_keys")).toBe(1);
  expect(setting(db, "busy_timeout")).toBeGreaterThan(0);
  expect(setting(db, "max_page_count")).toBe(2000);
  close();
});

test("SQLite is loaded with the first store, not with the package", () => {
  const program = `
      const { createSqliteStore } = await import("@flow-state-dev/records");
      const isLoaded = () => process.moduleLoadList.includes("NativeModule sqlite");
      const before = isLoaded();
      await createSqliteStore(":memory:").close();
      console.log(before, isLoaded());
    `;
  const args = ["--conditions=@flow-state-dev/source", "--input-type=module", "--eval", program];
  const told = execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: "utf8" });
  expect(told).toBe("false true\n");
});

test("one in memory is new each time", () => {
  const first = openDatabase(":memory:");
  first.db.exec("INSERT INTO worker (id, host, pid, heartbeat_ms) VALUES ('w', 'h', 1, 0)");
  const second = openDatabase(":memory:");
  expect(second.db.prepare("SELECT count(*) AS n FROM worker").get()).toEqual({ n: 0 });
  first.close();
  second.close();
});

test("a writer in the middle of a transaction does not keep others from opening", () => {
  const file = join(temporaryFolder(), "x.db");
  const first = openDatabase(file);
  first.db.exec("BEGIN IMMEDIATE");
  const second = openDatabase(file);
  expect(setting(second.db, "journal_mode")).toBe("wal");
  first.db.exec("ROLLBACK");
  second.close();
  first.close();
});

test("a file that is replaced while it is open leaves no log behind that spoils the other one", () => {
  const folder = temporaryFolder();
  const [file, other, moved] = ["x.db", "other.db", "moved.db"].map((name) => join(folder, name)) as [
    ...[string, string, string],
  ];
  const write = ({ db }: Pick<ReturnType<typeof openDatabase>, "db">, id: string) =>
    db.exec(`INSERT INTO worker (id, host, pid, heartbeat_ms) VALUES ('${id}', 'h', 1, 0)`);
  const workers = (path: string) => {
    const { db, close } = openDatabase(path);
    const rows = db.prepare("SELECT id FROM worker ORDER BY no").all();
    close();
    return rows.map(({ id }) => id);
  };
  const backup = openDatabase(other);
  write(backup, "kept before");
  backup.close();
  const open = openDatabase(file);
  write(open, "first");
  renameSync(file, moved);
  renameSync(other, file);
  write(open, "second");
  open.close();
  expect(workers(file)).toEqual(["kept before"]);
  expect(workers(moved)).toEqual(["first", "second"]);
});

test("a file that another process has wholly locked for a moment is waited for", async () => {
  const file = join(temporaryFolder(), "x.db");
  openDatabase(file).close();
  const program = `
      const { parentPort, workerData } = require("node:worker_threads");
      const { DatabaseSync } = require("node:sqlite");
      const db = new DatabaseSync(workerData.file);
      db.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; PRAGMA user_version");
      parentPort.postMessage("locked");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      db.exec("ROLLBACK");
      db.close();
    `;
  const worker = new Worker(program, { eval: true, workerData: { file } });
  await once(worker, "message");
  const probe = new DatabaseSync(file);
  expect(() => probe.exec("PRAGMA user_version")).toThrow(/locked/);
  probe.close();
  const opened = openDatabase(file);
  expect(opened.readOnly).toBe(false);
  opened.close();
  await worker.terminate();
});

test("a name that begins as an address is a path like any other", () => {
  const folder = temporaryFolder();
  const before = process.cwd();
  process.chdir(folder);
  try {
    openDatabase("file:rel.db?mode=memory").close();
    openDatabase("file:rel.db?mode=memory").close();
  } finally {
    process.chdir(before);
  }
  expect(readdirSync(folder)).toEqual(["file:rel.db?mode=memory"]);
});

test.each(["sqlite_master", "application_id"])(
  "a file that another process makes while its %s is read is none of another program",
  (what) => {
    const file = join(temporaryFolder(), "x.db");
    const other = new DatabaseSync(file);
    other.exec("PRAGMA journal_mode = WAL");
    const prepare = DatabaseSync.prototype.prepare;
    let made = false;
    using _spy = vi.spyOn(DatabaseSync.prototype, "prepare").mockImplementation(function (
      this: DatabaseSync,
      sql,
    ) {
      if (sql.includes(what) && !made) {
        made = true;
        migrate(other);
      }
      return prepare.call(this, sql);
    });
    const opened = openDatabase(file);
    expect([made, versionOf(opened.db)]).toEqual([true, storeVersion]);
    opened.close();
    other.close();
  },
);

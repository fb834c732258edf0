import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createSqliteStore } from "../src/index.ts";
import { storeVersion, versionOf } from "../src/sqlite/migrations.ts";
import { makeFirstVersion } from "./support/first-version.ts";
import { fromSource } from "./support/from-source.ts";
import { all, opening } from "./support/sample-records.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const upgrader = fileURLToPath(new URL("./support/upgrading-child.ts", import.meta.url));
const cell = { subject: "s", task: "t", run: 0 };
const booksOf = (calls: number) => ({
  spentUsd: (calls / 4) * 0.015,
  carriedUsd: (calls / 4) * 0.01,
  carriedCalls: calls / 4,
  reservedUsd: (calls / 4) * 0.01,
  openCalls: calls / 4,
});

test("a store of the first version is brought to the present one, with books that fit its calls", async () => {
  const file = join(temporaryFolder(), "x.db");
  makeFirstVersion(file, 40);
  const store = createSqliteStore(file);
  expect(await store.books("run-1")).toEqual(booksOf(40));
  expect(await all(store.calls("run-1"))).toHaveLength(40);
  const budget = { limitUsd: 0.3, strict: true };
  const ask = (callId: string, worstCaseUsd: number) =>
    store.openCall("run-1", cell, 1, opening(callId, { worstCaseUsd }), budget);
  expect(await ask("one", 0.05)).toMatchObject({ state: "opened", reservedUsd: 0.15 });
  expect(await ask("two", 0.05)).toMatchObject({ state: "refused", reservedUsd: 0.15 });
  await store.close();
});

test("one that can only be read is read as if it were of the present version, and stays as it is", async () => {
  const file = join(temporaryFolder(), "x.db");
  makeFirstVersion(file, 8);
  chmodSync(file, 0o444);
  const script = `import { createSqliteStore } from ${JSON.stringify(new URL("../src/index.ts", import.meta.url).href)};
    if (process.getuid?.() === 0) { process.chdir("/"); process.setgid(65534); process.setuid(65534); }
    const store = createSqliteStore(${JSON.stringify(file)});
    console.log(JSON.stringify(await store.books("run-1")));
    await store.close();`;
  chmodSync(join(file, ".."), 0o555);
  onTestFinished(() => chmodSync(join(file, ".."), 0o755));
  const child = spawn(process.execPath, [fromSource, "--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (text) => {
    said += text;
  });
  expect(await once(child, "close")).toEqual([0, null]);
  expect(JSON.parse(said)).toEqual(booksOf(8));
  const db = new DatabaseSync(file, { readOnly: true });
  expect(versionOf(db)).toBe(1);
  db.close();
});

/** The statements of the upgrade, each before it begins, as a child tells them. */
const statements = [
  ...["inside 1 ALTER", "inside 2 ALTER", "inside 3 ALTER", "inside 4 UPDATE"],
  ...["inside 5 ALTER", "inside 6 ALTER", "inside 7 PRAGMA", "inside 8 PRAGMA", "inside 9 COMMIT"],
];

describe("kill -9 in the midst of the upgrade leaves a store that opens, with everything in it", () => {
  const calls = 4_000;
  const folder = mkdtempSync(join(tmpdir(), "upgrade-"));
  const first = join(folder, "first.db");
  beforeAll(() => makeFirstVersion(first, calls));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Upgrades a copy in a child that is killed when it has said this; gives the lines it said. */
  async function killAt(line: string, stayAt: string, file: string): Promise<string[]> {
    copyFileSync(first, file);
    const child = spawn(process.execPath, [fromSource, upgrader, file, stayAt], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let said = "";
    child.stdout.on("data", (text) => {
      said += text;
      if (said.includes(line)) child.kill("SIGKILL");
    });
    await once(child, "close");
    return said.split("\n").slice(0, -1);
  }

  async function checkWhole(file: string): Promise<void> {
    const store = createSqliteStore(file);
    expect(await store.books("run-1")).toEqual(booksOf(calls));
    await store.close();
    const db = new DatabaseSync(file, { readOnly: true });
    expect(versionOf(db)).toBe(storeVersion);
    expect(db.prepare("SELECT count(*) AS n FROM call").get()).toEqual({ n: calls });
    db.close();
  }

  test.each(statements.map((line, index) => [line, index + 1]))("before %s", async (line, number) => {
    const file = join(folder, `${number}.db`);
    expect(await killAt(line, String(number), file)).toEqual(statements.slice(0, number));
    await checkWhole(file);
  });

  test.each(statements)("at any moment from %s on", async (line) => {
    const file = join(folder, `${line}.db`);
    await killAt(line, "", file);
    await checkWhole(file);
  });
});

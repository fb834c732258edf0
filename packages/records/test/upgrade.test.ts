import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createSqliteStore } from "../src/index.ts";
import { migrate, storeVersion, versionOf } from "../src/sqlite/migrations.ts";
import { all, opening } from "./conformance/run-store.ts";
import { makeFirstVersion } from "./support/first-version.ts";
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
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
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

test("kill -9 in the midst of the upgrade leaves a store that opens, with everything in it", async () => {
  const calls = 400_000;
  const folder = temporaryFolder();
  const first = join(folder, "first.db");
  makeFirstVersion(first, calls);
  const took = timeOfUpgrade(first, join(folder, "timed.db"));
  let inTheMidst = 0;
  const rounds = 12;
  for (let round = 0; round < rounds; round += 1) {
    const file = join(folder, `${round}.db`);
    copyFileSync(first, file);
    const child = spawn(process.execPath, [upgrader, file], { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    let said = "";
    child.stdout.on("data", (text) => {
      said += text;
    });
    await once(child.stdout, "data");
    await sleep(((round + Math.random()) / rounds) * took);
    const closed = once(child, "close");
    child.kill("SIGKILL");
    await closed;
    if (!said.includes("opened")) inTheMidst += 1;
    const store = createSqliteStore(file);
    expect(await store.books("run-1")).toEqual(booksOf(calls));
    await store.close();
    const db = new DatabaseSync(file, { readOnly: true });
    expect(versionOf(db)).toBe(storeVersion);
    expect(db.prepare("SELECT count(*) AS n FROM call").get()).toEqual({ n: calls });
    db.close();
  }
  expect(inTheMidst).toBeGreaterThan(0);
}, 120_000);

function timeOfUpgrade(first: string, file: string): number {
  copyFileSync(first, file);
  const db = new DatabaseSync(file);
  const start = performance.now();
  migrate(db);
  const took = performance.now() - start;
  db.close();
  return took;
}

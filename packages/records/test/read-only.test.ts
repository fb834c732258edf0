import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { createSqliteStore } from "../src/index.ts";
import { fromSource } from "./support/from-source.ts";
import { cell, claimOf, manifest, result } from "./support/sample-records.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const child = fileURLToPath(new URL("./support/reading-child.ts", import.meta.url));
const run = promisify(execFile);

async function asOrdinaryUser(file: string, runId: string): Promise<unknown> {
  const { stdout } = await run(process.execPath, [fromSource, child, file, runId], { cwd: "/" });
  return JSON.parse(stdout);
}

/** A store with one ended cell in a folder of its own; `log` leaves its log behind, as a killed writer does. */
async function madeStore(log: boolean): Promise<{ folder: string; file: string; runId: string }> {
  const outer = temporaryFolder();
  chmodSync(outer, 0o755);
  const folder = join(outer, "folder");
  mkdirSync(folder);
  onTestFinished(() => chmodSync(folder, 0o755));
  const made = join(outer, "made.db");
  const file = join(folder, "x.db");
  const store = createSqliteStore(made);
  const { id } = await store.createRun(manifest, 1);
  await store.registerWorker({ id: "w", host: "h", pid: 1 });
  await store.claim(id, "w", claimOf(cell));
  const artifacts = [{ name: "output", mediaType: "text/plain", content: "kept" }];
  await store.endAttempt(id, cell, 1, result(undefined, { artifacts }));
  if (!log) await store.close();
  copyFileSync(made, file);
  if (log) {
    copyFileSync(`${made}-wal`, `${file}-wal`);
    chmodSync(`${file}-wal`, 0o444);
    await store.close();
  }
  return { folder, file, runId: id };
}

const readable = {
  passed: 1,
  artifact: "kept",
  write: "store-read-only",
  claim: "store-read-only",
  charge: "store-read-only",
};

test("a read-only file can be read, and writes fail clearly", async () => {
  const { folder, file, runId } = await madeStore(false);
  chmodSync(file, 0o444);
  chmodSync(folder, 0o777);
  expect(await asOrdinaryUser(file, runId)).toEqual(readable);
});

test("so can one in a read-only folder", async () => {
  const { folder, file, runId } = await madeStore(false);
  chmodSync(file, 0o644);
  chmodSync(folder, 0o555);
  expect(await asOrdinaryUser(file, runId)).toEqual(readable);
});

test("so can one whose writer was killed, with what is only in its log", async () => {
  const { folder, file, runId } = await madeStore(true);
  chmodSync(file, 0o444);
  chmodSync(folder, 0o555);
  expect(await asOrdinaryUser(file, runId)).toEqual(readable);
});

test("a new store in a read-only folder is refused", async () => {
  const { folder } = await madeStore(false);
  chmodSync(folder, 0o555);
  expect(await asOrdinaryUser(join(folder, "new.db"), "x")).toMatchObject({
    open: "store-path",
    message: expect.stringContaining("its folder is read-only"),
  });
});

test("a file that cannot even be read is refused", async () => {
  const { file, folder } = await madeStore(false);
  chmodSync(folder, 0o755);
  chmodSync(file, 0o000);
  expect(await asOrdinaryUser(file, "x")).toMatchObject({
    open: "store-path",
    message: expect.stringContaining("it cannot be read (EACCES)"),
  });
});

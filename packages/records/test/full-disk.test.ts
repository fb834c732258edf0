import { spawnSync } from "node:child_process";
import { mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { createSqliteStore, openStore } from "../src/index.ts";
import { all, cell, claimOf, manifest, opening, result, usage } from "./support/sample-records.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

/** A disk with little room: a real one where this process may mount it, else a file that may not grow. */
function tinyDisk(): { file: string; maximumBytes?: number; free: () => void } {
  const folder = temporaryFolder();
  const file = join(folder, "x.db");
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder]).status === 0) {
    onTestFinished(() => void spawnSync("umount", ["-l", folder]));
    const filler = join(folder, "filler");
    writeFileSync(filler, Buffer.alloc(2_000_000));
    return { file, free: () => rmSync(filler) };
  }
  const free = () => {
    const db = new DatabaseSync(file);
    db.exec("UPDATE artifact SET content = x''");
    db.close();
  };
  return { file, maximumBytes: 1_000_000, free };
}

const noise = () => new Uint8Array(60_000).map(() => Math.random() * 256);

test("a full disk is told, what was stored stays readable, and writing goes on when there is room", async () => {
  const { file, free, ...options } = tinyDisk();
  const store = createSqliteStore(file, options);
  const { id } = await store.createRun(manifest, 200);
  await store.registerWorker({ id: "w", host: "h", pid: 1 });
  const charged = { ...cell, subject: "charged" };
  await store.claim(id, "w", claimOf(charged));
  await store.openCall(id, charged, 1, opening("c1"));

  const ended: number[] = [];
  let error: unknown = null;
  for (let run = 0; error === null && run < 500; run++) {
    const artifacts = [{ name: "noise", mediaType: "x", content: noise() }];
    try {
      await store.claim(id, "w", claimOf({ ...cell, run }));
      await store.endAttempt(id, { ...cell, run }, 1, result(undefined, { artifacts }));
      ended.push(run);
    } catch (caught) {
      error = caught;
    }
  }
  expect(error).toMatchObject({ code: "store-full", message: expect.stringContaining("Free some space") });
  expect(ended.length).toBeGreaterThan(3);
  expect((await all(store.cells(id, { outcomes: ["passed"] }))).map(({ run }) => run)).toEqual(ended);
  expect((await store.totals(id)).outcomes.passed).toBe(ended.length);

  // Money is not lost with the write that carried it.
  const details = { text: Buffer.from(noise()).toString("base64").repeat(10) };
  store.chargeCall(id, { callId: "c1", costUsd: 0.25, usage: usage(1), details });
  await expect(store.endAttempt(id, charged, 1, result())).rejects.toMatchObject({ code: "store-full" });
  free();
  await store.flush();
  expect((await store.cell(id, charged))?.spend.subject).toBe(0.25);
  expect(await store.endAttempt(id, charged, 1, result())).toBe(true);
  await store.close();

  const again = createSqliteStore(file);
  expect((await again.totals(id)).outcomes.passed).toBe(ended.length + 1);
  await again.close();
});

const mayMount = (folder: string, options: string) =>
  spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]).status === 0;

test("the store of a project on a disk without room says so, however little there is", async () => {
  const folder = temporaryFolder();
  if (!mayMount(folder, "size=64k")) return expect(process.getuid?.()).not.toBe(0);
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  for (const freeKb of [0, 4, 16, 48]) {
    const project = join(folder, `p${freeKb}`);
    mkdirSync(project);
    const filler = join(folder, "filler");
    // What does not fit is left out: the disk is then full.
    spawnSync("head", ["-c", String((64 - freeKb) * 1024), "/dev/zero"], {
      stdio: ["ignore", openSync(filler, "w"), "ignore"],
    });
    expect(() => openStore(project), `${freeKb} KB`).toThrow(expect.objectContaining({ code: "store-full" }));
    rmSync(filler);
    rmSync(project, { recursive: true });
  }
});

test("the store of a project that can only be read says so", () => {
  const folder = temporaryFolder();
  if (!mayMount(folder, "size=64k,ro")) return expect(process.getuid?.()).not.toBe(0);
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  expect(() => openStore(folder)).toThrow(
    expect.objectContaining({ code: "store-path", message: expect.stringContaining("read-only") }),
  );
});

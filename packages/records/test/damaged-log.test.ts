import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSqliteStore } from "../src/index.ts";
import { all, cell, claimOf, manifest, result } from "./support/sample-records.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const cells = 20;

/** A store as a crash leaves it: what was written last stands in the log alone. */
async function crashed() {
  const folder = temporaryFolder();
  const [file, left] = [join(folder, "open.db"), join(folder, "x.db")];
  const before = createSqliteStore(file);
  const { id: runId } = await before.createRun(manifest, cells);
  await before.registerWorker({ id: "w", host: "h", pid: 1 });
  await before.close();
  const store = createSqliteStore(file);
  for (let run = 0; run < cells; run++) {
    await store.claim(runId, "w", claimOf({ ...cell, run }));
    await store.endAttempt(runId, { ...cell, run }, 1, result());
  }
  copyFileSync(file, left);
  const log = readFileSync(`${file}-wal`);
  await store.close();
  return { folder, left, log, runId };
}

async function endedCells(file: string, runId: string): Promise<number[]> {
  const store = createSqliteStore(file);
  try {
    const found = await all(store.cells(runId));
    for (const one of found) await store.attempts(runId, one);
    const ended = found.filter(({ outcome }) => outcome !== null);
    expect((await store.totals(runId)).outcomes.passed).toBe(ended.length);
    for (const { outcome } of ended) expect(outcome).toEqual(result().outcome);
    return ended.map(({ run }) => run);
  } finally {
    await store.close();
  }
}

test("a bit of the log that has changed takes what was written from there on, and nothing before", async () => {
  const { folder, left, log, runId } = await crashed();
  const counts: number[] = [];
  for (let nth = 0; nth <= 40; nth++) {
    const file = join(folder, `${nth}.db`);
    copyFileSync(left, file);
    const bytes = Buffer.from(log);
    const at = Math.floor(((bytes.length - 1) * nth) / 40);
    bytes[at]! ^= 1 << (nth % 8);
    writeFileSync(`${file}-wal`, bytes);
    const ended = await endedCells(file, runId);
    expect(ended, `bit at ${at}`).toEqual(Array.from({ length: ended.length }, (_, run) => run));
    counts.push(ended.length);
  }
  // The further on the bit, the more is there.
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(counts[0]).toBe(0);
  expect(counts.at(-1)).toBeGreaterThan(cells / 2);
});

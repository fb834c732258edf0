import { join } from "node:path";
import { expect, test } from "vitest";
import { createSqliteStore } from "../src/index.ts";
import { runStoreConformance } from "./conformance/run-store.ts";
import { cell, claimOf, manifest, result } from "./support/sample-records.ts";
import type { MakeStore } from "./support/stores-under-test.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const inFile: MakeStore = (seams) => createSqliteStore(join(temporaryFolder(), "x.db"), seams);
const inMemory: MakeStore = (seams) => createSqliteStore(":memory:", seams);
runStoreConformance("SQLite in a file", inFile);
runStoreConformance("SQLite in memory", inMemory);

test("whoever looks on when the machine wakes up does not take others for dead that slept with it", async () => {
  const file = join(temporaryFolder(), "x.db");
  let [nowMs, awakeMs] = [Date.parse("2030-01-01T00:00:00Z"), 0];
  const seams = { now: () => nowMs, elapsed: () => awakeMs };
  const later = (ms: number) => {
    nowMs += ms;
    awakeMs += ms;
  };
  const [working, looking] = [createSqliteStore(file, seams), createSqliteStore(file, seams)];
  const { id } = await working.createRun(manifest, 2);
  for (const worker of ["w", "dead"]) await working.registerWorker({ id: worker, host: "elsewhere", pid: 1 });
  await working.claim(id, "dead", claimOf({ ...cell, run: 1 }));
  later(20_000);
  await working.claim(id, "w", claimOf(cell));
  await working.heartbeat("w");
  expect(await looking.recover(id)).toMatchObject({ lostAttempts: 0 });
  nowMs += 3_600_000;
  expect(await looking.recover(id)).toMatchObject({ lostAttempts: 0 });
  expect(await looking.hasLivingWorker()).toBe(true);
  later(15_000);
  // What was silent before it slept has been so for 35 seconds, the other one for 15.
  expect(await looking.recover(id)).toMatchObject({ lostAttempts: 1 });
  expect((await looking.cell(id, cell))?.running).toBe(true);
  later(16_000);
  expect(await looking.hasLivingWorker()).toBe(false);
  expect(await looking.recover(id)).toMatchObject({ lostAttempts: 1 });

  // A sign of life that was given between waking up and the next look counts from that look on, not for another hour.
  await working.heartbeat("w");
  await working.claim(id, "w", claimOf(cell));
  nowMs += 3_600_000;
  later(1_000);
  await working.heartbeat("w");
  later(1_000);
  expect(await looking.recover(id)).toMatchObject({ lostAttempts: 0 });
  later(31_000);
  expect(await looking.recover(id)).toMatchObject({ lostAttempts: 1 });
  await working.close();
  await looking.close();
});

test("the first moment of 1970 is a time like any other", async () => {
  const store = createSqliteStore(":memory:", { now: () => 0 });
  const { id } = await store.createRun(manifest, 1);
  await store.registerWorker({ id: "w", host: "h", pid: 1 });
  await store.claim(id, "w", claimOf(cell));
  await store.endAttempt(id, cell, 1, result());
  const time = "1970-01-01T00:00:00.000Z";
  expect(await store.attempts(id, cell)).toMatchObject([{ startedAt: time, endedAt: time }]);
  await store.close();
});

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

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { checkWholeRun } from "./kill/checks.ts";
import { startSweeper } from "./kill/start-sweeper.ts";
import { startChild } from "./support/child.ts";

test("processes on one store share the work, and one that dies is stood in for", async () => {
  const folder = mkdtempSync(join(tmpdir(), "two-"));
  const file = join(folder, "x.db");
  const store = createSqliteStore(file);
  await using provider = startChild("kill/provider.ts");
  const url = `http://127.0.0.1:${await provider.line()}`;
  try {
    // All are ready before one begins: on a busy machine it could be done before another had started.
    await using first = await startSweeper(file, url, 6);
    await using second = await startSweeper(file, url, 6);
    await using third = await startSweeper(file, url, 6);
    first.tell("go");
    expect(await first.line(), first.errors()).toBe("running 0");
    second.tell("go");
    third.tell("go");
    expect(await second.line(), second.errors()).toMatch(/^running \d+$/);
    expect(await third.line(), third.errors()).toMatch(/^running \d+$/);
    await sleep(200);
    third.process.kill("SIGKILL");
    expect(await third.ended).toBe("SIGKILL");
    expect(await first.ended, first.errors()).toBe(0);
    expect(await second.ended, second.errors()).toBe(0);
    expect([await first.line(), await second.line()]).toEqual(["finished", "finished"]);
    const { lost } = await checkWholeRun(store, url);
    expect(lost).toBeGreaterThan(0);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createSqliteStore, type RunStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { checkWholeRun, standing } from "./kill/checks.ts";
import { startSweeper } from "./kill/start-sweeper.ts";
import { startChild } from "./support/child.ts";
import { cellsOf } from "./support/sweeping.ts";

const kills = 50;
/** So few cells at once that no machine is fast enough to be done before the last kill. */
const concurrency = 3;

/** Resolves when the run has more results that stay than so many. */
async function untilMore(store: RunStore, count: number): Promise<void> {
  const run = await store.findRun("last");
  while ((await store.totals(run!.id)).outcomes.passed <= count) await sleep(10);
}

test(`a sweep of 500 cells, killed ${kills} times, loses none and pays for none twice`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "kill-"));
  const file = join(folder, "x.db");
  const store = createSqliteStore(file);
  await using provider = startChild("kill/provider.ts");
  const url = `http://127.0.0.1:${await provider.line()}`;
  try {
    let before = new Map<string, string>();
    let next = startSweeper(file, url, concurrency);
    for (let kill = 0; kill < kills; kill += 1) {
      await using sweeper = await next;
      sweeper.tell("go");
      // While this one runs, the next one loads.
      next = startSweeper(file, url, concurrency);
      const line = await sweeper.line();
      expect(line, sweeper.errors()).toBe(`running ${before.size}`);
      // Every second one has brought at least one more cell to its end, however slow the machine is.
      if (kill % 2 === 1) await untilMore(store, before.size);
      await sleep(20 + Math.random() * 180);
      sweeper.process.kill("SIGKILL");
      expect(await sweeper.ended).toBe("SIGKILL");
      const run = await store.findRun("last");
      const now = standing(await cellsOf(store, run!.id));
      for (const [cell, result] of before) expect(now.get(cell), `${cell} was run again`).toBe(result);
      before = now;
    }
    await using last = await next;
    last.tell("go");
    expect(await last.ended, last.errors()).toBe(0);

    const { lost } = await checkWholeRun(store, url);
    expect(lost).toBeGreaterThan(0);
    // There was something to lose.
    expect(before.size).toBeGreaterThan(0);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);

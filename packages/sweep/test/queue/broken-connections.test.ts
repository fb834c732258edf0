import pg from "pg";
import { expect, test, vi } from "vitest";
import { startPostgres } from "../../../records/test/postgres/support/postgres-server.ts";
import { openBull } from "../../src/queue/open-bull.ts";

test("somebody hears of every connection of a queue that it breaks, also while it is closed", async () => {
  const server = await startPostgres();
  try {
    const listeners: number[] = [];
    const { end } = pg.Client.prototype;
    vi.spyOn(pg.Client.prototype, "end").mockImplementation(function (this: pg.Client, ...given) {
      listeners.push(this.listenerCount("error"));
      return end.apply(this, given);
    });
    const bull = await openBull(server.newUrl());
    const how = { concurrency: 1, lockDuration: 15_000, stalledInterval: 5_000, maxStalledCount: 1 };
    const worker = bull.worker("x-run", async () => {}, how);
    await worker.waitUntilReady();
    await worker.close();
    expect(listeners.length).toBeGreaterThan(1);
    expect(listeners).not.toContain(0);
  } finally {
    vi.restoreAllMocks();
    await server.dispose();
  }
});

import { openStoreAt } from "@flow-state-dev/records";
import { expect, test, vi } from "vitest";
import { usePostgres } from "../../../records/test/postgres/support/use-postgres.ts";
import { CellQueue, queueSource } from "../../src/index.ts";
import { cellsOf } from "../support/sweeping.ts";
import { lineOf, startPlanner, startWorker, untilEnded } from "./crowd.ts";
import { silenceMs } from "./plan.ts";
import { startRedis, withRedis } from "./redis-server.ts";

const server = usePostgres();
const hours = 3_600_000;

/** A run of few cells that only sleep, and machines whose clocks go ahead by so much. */
async function open(sleepMs: number, more: NodeJS.ProcessEnv = {}) {
  const opened = new AsyncDisposableStack();
  const url = server.newUrl();
  const store = await openStoreAt(url, { silenceMs });
  opened.defer(() => store.close());
  const env = { X_TEST_CELLS: "20", X_TEST_SLEEP_MS: String(sleepMs), ...more };
  const { planner, runId } = await startPlanner({ url, env });
  opened.use(planner);
  const work = async (aheadMs: number, concurrency: number) => {
    const place = { url, env: { ...env, X_TEST_AHEAD_MS: String(aheadMs) }, concurrency };
    return opened.use(await startWorker(runId, place));
  };
  return { ...{ store, planner, runId, work }, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

test("workers whose clocks are hours apart take nothing from each other", async () => {
  // Longer than it takes to find a lock that is over, with one that slow machines do not lose by standing still.
  await using here = await open(8_000, { X_TEST_LOCK_MS: "10000", X_TEST_SILENCE_MS: "20000" });
  const workers = await Promise.all([-3, 0, 3].map((ahead) => here.work(ahead * hours, 7)));
  expect(await lineOf(here.planner, "ended")).toBe("ended finished false");
  const cells = await cellsOf(here.store, here.runId);
  expect(cells.map(({ attempts }) => attempts)).toEqual(cells.map(() => 1));
  for (const worker of workers) expect(worker.errors()).toBe("");
});

test.each([-3, 3])(
  "cells of a worker that died are taken over, its clock ahead by %d hours",
  async (ahead) => {
    await using here = await open(1_000);
    const dying = await here.work(ahead * hours, 4);
    await untilEnded(here.store, here.runId, 4);
    dying.process.kill("SIGKILL");
    await dying.ended;
    await here.work(0, 20);
    expect(await lineOf(here.planner, "ended")).toBe("ended finished false");
  },
);

test.each(["postgres", ...(withRedis ? ["redis"] : [])])(
  "a cell that a worker with a wrong clock has put off is for all when its time has come: queue on %s",
  async (kind) => {
    await using opened = new AsyncDisposableStack();
    const url = kind === "redis" ? opened.use(await startRedis()).url : server.newUrl();
    const queue = opened.use(await CellQueue.open(url));
    await queue.add("r", [{ subject: "s", task: "t", run: 0, taskHash: "h" }] as never, () => "");
    const serve = async (served: "held" | "settled") => {
      const stop = new AbortController();
      setTimeout(() => stop.abort(), 30_000).unref();
      const source = queueSource({ url, lanes: [""], concurrency: 1 });
      let brought = 0;
      const bring = async () => {
        brought += 1;
        stop.abort();
        return served;
      };
      await source.serve("r", bring, stop.signal);
      return brought;
    };
    const now = Date.now;
    const wrong = vi.spyOn(Date, "now").mockImplementation(() => now() + 3 * hours);
    expect(await serve("held")).toBe(1);
    wrong.mockRestore();
    expect(await serve("settled")).toBe(1);
  },
);

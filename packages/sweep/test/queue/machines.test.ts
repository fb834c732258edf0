import { setTimeout as sleep } from "node:timers/promises";
import { openStoreAt, type RunStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { usePostgres } from "../../../records/test/postgres/support/use-postgres.ts";
import { startChild } from "../support/child.ts";
import { all, cellsOf } from "../support/sweeping.ts";
import {
  checkBooks,
  launchPlanner,
  lineOf,
  nano,
  type Place,
  startPlanner,
  startWorker,
  startWorkers,
  untilEnded,
} from "./crowd.ts";
import { callsPerCell, cellCount, isFull, lockMs, silenceMs, worstCaseUsd } from "./plan.ts";
import { startRedis, withRedis } from "./redis-server.ts";

const server = usePostgres();

async function open(
  place: Partial<Place> = {},
): Promise<{ place: Place; store: RunStore; crowd: AsyncDisposableStack }> {
  const crowd = new AsyncDisposableStack();
  const url = server.newUrl();
  const store = await openStoreAt(url, { silenceMs });
  crowd.defer(() => store.close());
  return { place: { url, ...place }, store, crowd };
}

async function startProvider(crowd: AsyncDisposableStack): Promise<string> {
  const provider = crowd.use(startChild("kill/provider.ts"));
  return `http://127.0.0.1:${await provider.line()}`;
}

test.each(["postgres", ...(withRedis ? ["redis"] : [])])(
  `${cellCount} cells on four workers, of which two are killed and one is frozen, and a planner that dies: queue on %s`,
  async (kind) => {
    const { place: base, store, crowd } = await open({ budgetUsd: cellCount * callsPerCell * worstCaseUsd });
    await using _crowd = crowd;
    const provider = await startProvider(crowd);
    const queueUrl = kind === "redis" ? crowd.use(await startRedis()).url : base.url;
    const place = { ...base, provider, queueUrl };
    const { planner: first, runId } = await startPlanner(place);
    crowd.use(first);
    const workers = await Promise.all(Array.from({ length: 4 }, () => startWorker(runId, place)));
    for (const worker of workers) crowd.use(worker);
    await untilEnded(store, runId, cellCount * 0.1);
    workers[0]!.process.kill("SIGKILL");
    first.process.kill("SIGKILL");
    await untilEnded(store, runId, cellCount * 0.2);
    workers[1]!.process.kill("SIGSTOP");
    const frozenAt = performance.now();
    const second = crowd.use(launchPlanner(place));
    await untilEnded(store, runId, cellCount * 0.4);
    workers[2]!.process.kill("SIGKILL");
    // Longer than its locks in the queue and its silence in the store: its cells are taken over.
    await sleep(Math.max(0, silenceMs + lockMs + 1_000 - (performance.now() - frozenAt)));
    workers[1]!.process.kill("SIGCONT");

    expect(await lineOf(second, "ended")).toBe("ended finished false");
    for (const worker of [workers[1]!, workers[3]!]) {
      worker.process.kill("SIGTERM");
      expect(await worker.ended, worker.errors()).toBe(0);
    }
    expect((await all(store.runs())).map(({ id, state }) => [id, state])).toEqual([[runId, "finished"]]);
    const cells = await cellsOf(store, runId);
    expect(cells).toHaveLength(cellCount);
    expect(cells.filter(({ outcome }) => outcome?.kind === "passed")).toHaveLength(cellCount);
    let lostAttempts = 0;
    for (const cell of cells) {
      const attempts = await store.attempts(runId, cell);
      const ended = attempts.filter((attempt) => attempt.state === "ended");
      // One that was frozen may find its connection to the provider closed, and try again.
      const results = ended.filter(({ outcome }) => outcome.kind !== "infrastructure");
      expect(results.map(({ outcome }) => outcome.kind)).toEqual(["passed"]);
      lostAttempts += attempts.length - ended.length;
    }
    const { lost } = await checkBooks(store, runId, provider);
    const { spentUsd } = await store.books(runId);
    expect(spentUsd).toBeLessThanOrEqual(place.budgetUsd!);
    expect(lost).toBeGreaterThan(0);
    expect(lostAttempts).toBeGreaterThan(0);
    console.log(
      `${kind}: ${lostAttempts} attempts and ${lost} calls lost, $${spentUsd} of $${place.budgetUsd}`,
    );
  },
  300_000,
);

test("a budget holds over all workers, and what is left of the cells stays in the queue", async () => {
  const { place: base, store, crowd } = await open({ budgetUsd: 0.5, env: { X_TEST_CELLS: "100" } });
  await using _crowd = crowd;
  const place = { ...base, provider: await startProvider(crowd) };
  const { planner, runId } = await startPlanner(place);
  crowd.use(planner);
  const workers = await Promise.all(Array.from({ length: 2 }, () => startWorker(runId, place)));
  for (const worker of workers) crowd.use(worker);
  expect(await lineOf(planner, "ended")).toBe("ended interrupted true");
  for (const worker of workers) expect(await lineOf(worker, "ended")).toBe("ended true");
  const { spentUsd, openCalls } = await store.books(runId);
  expect(openCalls).toBe(0);
  expect(nano(spentUsd)).toBeLessThanOrEqual(nano(0.5));
  expect(nano(spentUsd + worstCaseUsd)).toBeGreaterThan(nano(0.5));
  await checkBooks(store, runId, place.provider);

  // With more money the same command goes on where it stopped.
  const richer = { ...place, budgetUsd: 100 * callsPerCell * worstCaseUsd };
  const back = await startPlanner(richer);
  crowd.use(back.planner);
  expect(back.runId).toBe(runId);
  crowd.use(await startWorker(runId, richer));
  expect(await lineOf(back.planner, "ended")).toBe("ended finished false");
  expect((await store.totals(runId)).outcomes.passed).toBe(100);
}, 240_000);

test("a cell that nobody survives is given up, and the others have their results", async () => {
  const env = { X_TEST_CELLS: "20", X_TEST_SLEEP_MS: "200", X_TEST_POISON: "subject0 0" };
  // All cells at once: those beside it die with it, and are not taken for its like.
  const { place, store, crowd } = await open({ env, concurrency: 20 });
  await using _crowd = crowd;
  const { planner, runId } = await startPlanner(place);
  crowd.use(planner);
  let deaths = 0;
  const over = lineOf(planner, "ended");
  let isOver = false;
  void over.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const worker = crowd.use(await startWorker(runId, place));
    if ((await Promise.race([worker.ended, over])) === "SIGKILL") deaths += 1;
  }
  expect(deaths).toBe(3);
  const cells = await cellsOf(store, runId);
  expect(cells.filter(({ outcome }) => outcome?.kind === "passed")).toHaveLength(19);
  expect(cells.filter(({ outcome, attempts }) => outcome?.kind === "passed" && attempts > 1)).not.toEqual([]);
  const [poisoned] = cells.filter(({ outcome }) => outcome?.kind === "infrastructure");
  expect(poisoned).toMatchObject({ subject: "subject0", run: 0, attempts: 4 });
  expect(poisoned!.outcome).toMatchObject({
    error: { code: "given-up", message: expect.stringContaining("3 workers") },
  });
}, 240_000);

test("the database is stopped in the middle and started again: workers wait, and nothing is lost", async () => {
  // It is away for longer than a worker may be silent, and that is long enough for slow machines to come back.
  const env = { X_TEST_SILENCE_MS: "9000" };
  const budgetUsd = cellCount * callsPerCell * worstCaseUsd;
  const { place: base, store, crowd } = await open({ budgetUsd, env });
  await using _crowd = crowd;
  const place = { ...base, provider: await startProvider(crowd) };
  const { planner, runId } = await startPlanner(place);
  crowd.use(planner);
  const workers = await Promise.all(Array.from({ length: 2 }, () => startWorker(runId, place)));
  for (const worker of workers) crowd.use(worker);
  await untilEnded(store, runId, cellCount * 0.3);
  await server.stop("fast");
  await sleep(10_000);
  await server.start();
  expect(await lineOf(planner, "ended")).toBe("ended finished false");
  for (const worker of workers) {
    worker.process.kill("SIGTERM");
    expect(await worker.ended, worker.errors()).toBe(0);
  }
  expect((await store.totals(runId)).outcomes.passed).toBe(cellCount);
  const attempts = (await all(store.cells(runId))).reduce((sum, cell) => sum + cell.attempts, 0);
  // Nobody was taken for dead because nobody could be heard.
  expect(attempts).toBe(cellCount);
  expect(await checkBooks(store, runId, place.provider)).toEqual({ lost: 0 });
}, 240_000);

test("four workers are done with cells that sleep nearly four times as fast as one", async () => {
  const env = { X_TEST_CELLS: "60", X_TEST_SLEEP_MS: isFull ? "3000" : "500" };
  const durations: number[] = [];
  /** The most cells at once. */
  const peaks: number[] = [];
  for (const count of [1, 4]) {
    const { place, store, crowd } = await open({ env, concurrency: 5 });
    await using _crowd = crowd;
    const { planner, runId } = await startPlanner(place);
    crowd.use(planner);
    for (const worker of await startWorkers(count, runId, place)) crowd.use(worker);
    await lineOf(planner, "ended");
    const attempts = await Promise.all(
      (await cellsOf(store, runId)).map((cell) => store.attempts(runId, cell)),
    );
    const times = attempts
      .flat()
      .map((attempt) =>
        [attempt.startedAt, attempt.state === "ended" ? attempt.endedAt : ""].map(Date.parse),
      );
    durations.push(Math.max(...times.map(([, end]) => end!)) - Math.min(...times.map(([start]) => start!)));
    peaks.push(
      Math.max(...times.map(([at]) => times.filter(([start, end]) => start! <= at! && at! < end!).length)),
    );
  }
  const ratio = durations[0]! / durations[1]!;
  console.log(`one worker ${durations[0]} ms, four ${durations[1]} ms: ${ratio.toFixed(2)} times as fast`);
  // Small ones take as long as the machine is busy; they are as many at once all the same.
  if (isFull) expect(ratio).toBeGreaterThan(3.6);
  expect(peaks[0]).toBeLessThanOrEqual(5);
  expect(peaks[1]).toBeGreaterThan(10);
}, 240_000);

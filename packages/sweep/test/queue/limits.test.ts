import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { usePostgres } from "../../../records/test/postgres/support/use-postgres.ts";
import type { ProviderLimits } from "../../src/index.ts";
import { startChild } from "../support/child.ts";
import { lineOf, startPlanner, startWorkers } from "./crowd.ts";
import type { Visit } from "./limited-provider.ts";
import { callsPerCell, sharesOptions } from "./plan.ts";

const server = usePostgres();

/** Workers on a run of so many cells, a provider that sees their calls, and limits for all of them together. */
async function openCrowd(cells: number, limits: ProviderLimits, { workers = 3, takesMs = 20 } = {}) {
  const crowd = new AsyncDisposableStack();
  const url = server.newUrl();
  const env = { X_TEST_CELLS: String(cells), X_TEST_LIMITS: JSON.stringify({ acme: limits }) };
  const child = crowd.use(startChild("queue/limited-provider.ts", [String(takesMs)]));
  const provider = `http://127.0.0.1:${await child.line()}`;
  const place = { url, provider, env };
  const { planner, runId } = await startPlanner(place);
  crowd.use(planner);
  const crew = await startWorkers(workers, runId, place);
  for (const worker of crew) crowd.use(worker);
  const visits = async () => (await (await fetch(`${provider}/visits`)).json()) as Visit[];
  return { crowd, url, planner, crew, provider, visits };
}

const patient = { timeout: 90_000, interval: 100 };

/** The most requests that any window of this length held. */
function mostInAWindow(visits: readonly Visit[], windowMs: number): number {
  const times = visits.map(({ sentAt }) => sentAt).sort((a, b) => a - b);
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length));
}

test("requests a minute hold over all workers, and all of them are used", async () => {
  const { windowMs } = sharesOptions;
  const { crowd, planner, visits } = await openCrowd(20, { requestsPerMinute: 15 }, { workers: 2 });
  await using _crowd = crowd;
  expect(await lineOf(planner, "ended")).toBe("ended finished false");
  const seen = await visits();
  expect(seen).toHaveLength(20 * callsPerCell);
  // The clock of machines is not that of the database, nor as even.
  expect(mostInAWindow(seen, windowMs - 100)).toBeLessThanOrEqual(15);
  expect(mostInAWindow(seen, windowMs)).toBeGreaterThan(5);
}, 240_000);

test("cells at once hold over all workers, and those of a killed one come back", async () => {
  const { crowd, url, visits, crew } = await openCrowd(400, { concurrency: 4 }, { takesMs: 100 });
  await using _crowd = crowd;
  const schema = new URL(url).searchParams.get("schema");
  /** What workers that are heard of have. */
  const leases = async () => {
    const sql = `SELECT slots::int AS slots FROM ${schema}.provider_worker WHERE slots_until_ms > ${schema}.now_ms()`;
    return (await server.sql<{ slots: number }>(sql)).map(({ slots }) => slots);
  };
  const sum = (slots: readonly number[]) => slots.reduce((total, each) => total + each, 0);
  await vi.waitFor(
    async () => expect((await leases()).filter((slots) => slots > 0)).toHaveLength(3),
    patient,
  );
  crew[0]!.process.kill("SIGKILL");
  await crew[0]!.ended;
  expect(sum(await leases())).toBe(4);
  await vi.waitFor(async () => {
    const left = await leases();
    expect(left).toHaveLength(2);
    expect(sum(left)).toBe(4);
  }, patient);
  const before = (await visits()).length;
  await vi.waitFor(async () => expect((await visits()).length).toBeGreaterThan(before + 8), patient);
  expect(Math.max(...(await visits()).map(({ atOnce }) => atOnce))).toBeLessThanOrEqual(4);
}, 240_000);

test("a worker whose calls are turned away lowers the limit of one whose calls are not", async () => {
  const limits = { concurrency: { start: 12, max: 12 } };
  const { crowd, url, visits, crew, provider } = await openCrowd(400, limits, { takesMs: 200, workers: 2 });
  await using _crowd = crowd;
  const [first, second] = crew.map((worker) => worker.process.pid!) as [number, number];
  const mostOf = async (worker: number, from: number) =>
    Math.max(...(await visits()).slice(from).map((visit) => (visit.worker === worker ? visit.ownAtOnce : 0)));
  await vi.waitFor(async () => expect(await mostOf(second, 0)).toBeGreaterThan(4), patient);
  await fetch(`${provider}/refuse/${first}`);
  const schema = new URL(url).searchParams.get("schema");
  const bearable = async () =>
    (await server.sql<{ bearable: number }>(`SELECT bearable FROM ${schema}.provider`))[0]!.bearable;
  await vi.waitFor(async () => expect(await bearable()).toBeLessThan(4), patient);
  // The second hears of it when it asks next; then its calls under way end.
  await vi.waitFor(async () => {
    const from = (await visits()).length;
    await sleep(1_000);
    expect(await mostOf(second, from)).toBeGreaterThan(0);
    expect(await mostOf(second, from)).toBeLessThanOrEqual(4);
  }, patient);
  expect((await visits()).filter(({ worker, status }) => worker === second && status !== 200)).toEqual([]);
}, 240_000);

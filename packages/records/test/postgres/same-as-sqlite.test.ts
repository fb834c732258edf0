import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type CallPayer,
  createSqliteStore,
  exportRun,
  glanceCells,
  type ImportingStore,
  importRun,
  mergeRun,
} from "../../src/index.ts";
import { openPostgresStore } from "../../src/postgres/postgres-store.ts";
import { randomRun } from "../support/random-run.ts";
import { all, counted, manifest, opening, result, usage } from "../support/sample-records.ts";
import { usePostgres } from "./support/use-postgres.ts";

const server = usePostgres();
let nowMs = Date.parse("2030-01-01T00:00:00.000Z");
const seams = { now: () => nowMs, redactor: { text: same, json: same, bytes: same } };
let postgres: ImportingStore;
beforeAll(async () => {
  postgres = await openPostgresStore(server.newUrl(), seams);
});
afterAll(() => postgres?.close());

let merged = 0;

function same<T>(value: T): T {
  return value;
}

const worker = fc.constantFrom("w0", "w1");
const cell = fc.constantFrom("a", "b").map((task) => ({ subject: "s", task, run: 0 }));
const attempt = fc.integer({ min: 1, max: 3 });
const call = fc.integer({ min: 0, max: 9 }).map((n) => `call ${n}`);
const usd = fc.option(fc.integer({ min: 0, max: 20 }).map((n) => n / 10));
const payer = fc.constantFrom<CallPayer>("subject", "judge", "agent");
const outcome = fc.constantFrom(
  { kind: "passed" as const, score: 1 },
  { kind: "timed-out" as const, afterMs: 5 },
  { kind: "cancelled" as const, reason: "r" },
);
const budget = fc.option(
  fc.record({ limitUsd: fc.integer({ min: 0, max: 60 }).map((n) => n / 10), strict: fc.boolean() }),
);

/** Where steps are done: `mark` tells the workers of one round of the test from those of another. */
interface Place {
  mark: string;
  /** Calls that were opened or refused so far: each has an id of its own. */
  opened: number;
}

/** What is done to a store; gives its answer. */
type Step = (store: ImportingStore, runId: string, place: Place) => unknown;
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(worker, cell, fc.constantFrom("h", "i")).map(claim) },
  { weight: 6, arbitrary: fc.tuple(cell, attempt, payer, usd, budget).map(open) },
  { weight: 4, arbitrary: fc.tuple(call, usd).map(charge) },
  {
    weight: 1,
    arbitrary: call.map(
      (callId): Step =>
        (store, runId) =>
          store.carryCall(runId, callId),
    ),
  },
  { weight: 2, arbitrary: fc.tuple(cell, attempt, fc.subarray(["output", "transcript"])).map(keep) },
  { weight: 4, arbitrary: fc.tuple(cell, attempt, outcome).map(end) },
  {
    weight: 1,
    arbitrary: worker.map(
      (w): Step =>
        (store, _, { mark }) =>
          store.releaseWorker(mark + w),
    ),
  },
  {
    weight: 1,
    arbitrary: worker.map(
      (w): Step =>
        (store, _, { mark }) =>
          store.heartbeat(mark + w),
    ),
  },
  { weight: 1, arbitrary: worker.map(register) },
  { weight: 2, arbitrary: fc.constant<Step>((store, runId) => store.recover(runId)) },
);

function claim([w, id, taskHash]: [string, { subject: string; task: string; run: number }, string]): Step {
  return (store, runId, { mark }) => store.claim(runId, mark + w, { ...id, taskHash });
}

function open([id, n, who, worstCaseUsd, limit]: [
  ...[{ subject: string; task: string; run: number }, number, CallPayer, number | null],
  { limitUsd: number; strict: boolean } | null,
]): Step {
  return (store, runId, place) => {
    const call = opening(`call ${place.opened++}`, { payer: who, worstCaseUsd });
    return store.openCall(runId, id, n, call, limit ?? undefined);
  };
}

function charge([callId, costUsd]: [string, number | null]): Step {
  return (store, runId) => store.chargeCall(runId, { callId, costUsd, usage: usage(3), details: { callId } });
}

function keep([id, n, names]: [{ subject: string; task: string; run: number }, number, string[]]): Step {
  const artifacts = names.map((name) => ({ name, mediaType: "text/plain", content: `${name} so far` }));
  return (store, runId) =>
    store.keepProgress(runId, id, n, { evidence: { names }, suspect: names.length > 1, artifacts });
}

function end([id, n, how]: [
  { subject: string; task: string; run: number },
  number,
  typeof outcome extends fc.Arbitrary<infer T> ? T : never,
]): Step {
  const artifacts = [{ name: "output", mediaType: "text/plain", content: `${id.task} ${n}` }];
  const more = n === 1 ? { artifacts } : { artifacts, counted: counted({ unknownCalls: n % 2 }) };
  return (store, runId) => store.endAttempt(runId, id, n, result(how, more));
}

function register(w: string): Step {
  return (store, _, { mark }) => store.registerWorker({ id: mark + w, host: "elsewhere", pid: 1 });
}

async function answersOf(store: ImportingStore, rounds: readonly Step[][], mark: string, waits: number[]) {
  const start = nowMs;
  const { id } = await store.createRun(manifest, 2);
  for (const w of ["w0", "w1"]) await store.registerWorker({ id: mark + w, host: "elsewhere", pid: 1 });
  const place = { mark, opened: 0 };
  const answers: unknown[] = [];
  const orCode = async (work: () => unknown) => {
    try {
      return await work();
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  for (const [i, steps] of rounds.entries()) {
    answers.push(await Promise.all(steps.map((one) => orCode(() => one(store, id, place)))));
    answers.push(await orCode(() => store.flush()), await store.totals(id), await store.books(id));
    nowMs += waits[i % waits.length]!;
  }
  const lines = (await all(exportRun(store, id))).slice(1);
  const { subject, task, run, ...facts } = await glanceCells(store, id);
  const glance = Object.fromEntries(
    task.map((name, at) => [
      JSON.stringify([subject[at], name, run[at]]),
      Object.values(facts).map((fact) => fact[at]),
    ]),
  );
  nowMs = start;
  return { answers, lines, glance };
}

test("whatever is done at the same time gives the same answers and the same records as in SQLite", async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { maxLength: 30 }), { minLength: 1, maxLength: 4, size: "max" }),
      fc.array(fc.constantFrom(1_000, 31_000), { minLength: 1, maxLength: 3 }),
      async (rounds, waits) => {
        const mark = `${count++} `;
        const sqlite = createSqliteStore(":memory:", seams);
        const wanted = await answersOf(sqlite, rounds, mark, waits);
        await sqlite.close();
        expect(await answersOf(postgres, rounds, mark, waits)).toEqual(wanted);
      },
    ),
    { numRuns: 80 },
  );
}, 180_000);

test("any run goes there and back through its lines", async () => {
  await fc.assert(
    fc.asyncProperty(randomRun, async ({ run, cells }) => {
      const sqlite = createSqliteStore(":memory:", seams);
      const staged = await sqlite.stageRun(run, run.id);
      for (const one of cells) await staged.add(one);
      await staged.commit();
      const lines = await all(exportRun(sqlite, run.id));
      const copy = await importRun(postgres, lines, { id: "new" });
      expect((await all(exportRun(postgres, copy.id))).slice(1)).toEqual(lines.slice(1));
      expect(await postgres.books(copy.id)).toEqual(await sqlite.books(run.id));
      expect(await all(postgres.cells(copy.id))).toEqual(await all(sqlite.cells(run.id)));
      await sqlite.close();
    }),
    { numRuns: 40 },
  );
});

test("an import that stood still for so long that another removed it says so", async () => {
  const { id } = await postgres.createRun(manifest, 1);
  const run = (await postgres.findRun(id))!;
  const late = await postgres.stageRun(run, null);
  nowMs += 3_600_000;
  await (await postgres.stageRun(run, null)).discard();
  await expect(late.commit()).rejects.toMatchObject({ code: "import-given-up" });
});

test("an import that goes on while another removes what it brought does not become a run with holes", async () => {
  const url = server.newUrl();
  const [slow, other] = [await openPostgresStore(url, seams), await openPostgresStore(url, seams)];
  const run = await slow.createRun(manifest, 1);
  const late = await slow.stageRun(run, null);
  const attempt = {
    ...{ subject: "s", task: "t", attempt: 1, taskHash: "h", worker: "w", startedAt: run.createdAt },
    ...{ spend: { subject: 0, judge: 0, agent: 0, carried: 0, unknownCalls: 0 }, usage: usage(0) },
    state: "running" as const,
  };
  const cells = 2_000;
  for (let number = 0; number < cells; number++) {
    const attempts = [{ attempt: { ...attempt, run: number }, calls: [], artifacts: [] }];
    await late.add({ subject: "s", task: "t", run: number, attempts });
  }
  nowMs += 3_600_000;
  const schema = new URL(url).searchParams.get("schema");
  const left = async () =>
    Number((await server.sql<{ cells: string }>(`SELECT count(*) AS cells FROM ${schema}.cell`))[0]!.cells);
  const removing = other.stageRun(run, null);
  while ((await left()) === cells);
  await expect(late.commit()).rejects.toMatchObject({ code: "import-given-up" });
  await (await removing).discard();
  await late.discard();
  expect(await left()).toBe(0);
  await slow.close();
  await other.close();
});

test("an import that is given up leaves nothing, and a taken id is refused", async () => {
  const { id } = await postgres.createRun(manifest, 1);
  const run = (await postgres.findRun(id))!;
  await expect(postgres.stageRun(run, id)).rejects.toMatchObject({ code: "run-exists" });
  const staged = await postgres.stageRun(run, "copied");
  const attempt = {
    ...{ subject: "s", task: "t", run: 0, attempt: 1, taskHash: "h", worker: "w", startedAt: run.createdAt },
    ...{ spend: { subject: 0, judge: 0, agent: 0, carried: 0, unknownCalls: 0 }, usage: usage(0) },
    state: "running" as const,
  };
  const cell = { subject: "s", task: "t", run: 0, attempts: [{ attempt, calls: [], artifacts: [] }] };
  await staged.add(cell);
  await expect(staged.add(cell)).rejects.toMatchObject({ code: "invalid-record" });
  const call = { ...cell.attempts[0]!.attempt, ...opening("c"), state: "lost" as const };
  const twice = { ...cell, run: 1, attempts: [{ attempt, calls: [call, call], artifacts: [] }] };
  await expect(staged.add(twice)).rejects.toMatchObject({ code: "invalid-record" });
  expect(await postgres.findRun("copied")).toBeNull();
  await staged.discard();
  const again = await postgres.stageRun(run, "copied");
  await again.add(cell);
  expect(await again.commit()).toMatchObject({ id: "copied", manifest });
  expect(await postgres.recover("copied")).toMatchObject({ lostAttempts: 1 });
});

test("a later state of any run brings the same into both", async () => {
  await fc.assert(
    fc.asyncProperty(randomRun, fc.nat(5), async ({ run, cells }, early) => {
      const lines: string[][] = [];
      for (const known of [cells.slice(0, early), cells]) {
        const store = createSqliteStore(":memory:", seams);
        const staged = await store.stageRun(run, run.id);
        for (const one of known) await staged.add(one);
        await staged.commit();
        lines.push(await all(exportRun(store, run.id)));
        await store.close();
      }
      const mark = `merged-${merged++}`;
      const named = lines.map((list) =>
        list.map((line) => line.replace(`"id":"${run.id}"`, `"id":"${mark}"`)),
      );
      const sqlite = createSqliteStore(":memory:", seams);
      for (const store of [sqlite, postgres]) await importRun(store, named[0]!);
      const both = [];
      for (const store of [sqlite, postgres])
        both.push(await mergeRun(store, named[1]!, { at: run.createdAt }));
      expect(both[1]).toEqual(both[0]);
      const exported = await all(exportRun(postgres, mark));
      expect(exported).toEqual(await all(exportRun(sqlite, mark)));
      expect(exported.slice(1)).toEqual(named[1]!.slice(1));
      expect(await postgres.totals(mark)).toEqual(await sqlite.totals(mark));
      expect(await postgres.books(mark)).toEqual(await sqlite.books(mark));
      await sqlite.close();
    }),
    { numRuns: 25 },
  );
});

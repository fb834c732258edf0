import { spawnSync } from "node:child_process";
import { hostname } from "node:os";
import { afterEach, describe, expect, test } from "vitest";
import type { AttemptResult, CallOpening, CellId, Outcome, RunManifest, RunStore } from "../../src/index.ts";
import { used } from "../support/used.ts";

/** What a store under test must let the suite set. */
export interface StoreSeams {
  /** Milliseconds since 1970, in place of the real clock. */
  now: () => number;
}

/** Makes an empty store; what it needs is cleaned up when it is closed or when the process ends. */
export type MakeStore = (seams: StoreSeams) => RunStore | Promise<RunStore>;

export const manifest: RunManifest = {
  kind: "compare",
  name: "patterns",
  subjects: ["baseline", "panel"],
  tasks: { sums: "h1", words: "h2" },
  runs: 2,
  models: { executor: "openai/gpt-5", judge: "anthropic/claude-opus-4-6" },
  conditions: { maxCostUsd: 3, judge: { graded: false } },
  circumstances: { commit: "abc", dirty: true },
  simulated: false,
};

export const cell: CellId = { subject: "baseline", task: "sums", run: 0 };
export const claimOf = (id: CellId, taskHash = "h1") => ({ ...id, taskHash });

export const usage = (inputTokens: number) => ({
  inputTokens,
  outputTokens: 20,
  cacheReadTokens: 5,
  cacheWriteTokens: 2,
  reasoningTokens: 7,
});

export const opening = (callId: string, more: Partial<CallOpening> = {}): CallOpening => ({
  callId,
  payer: "subject",
  modelId: "openai/gpt-5",
  worstCaseUsd: 0.5,
  openedAt: "2030-01-01T00:00:00.000Z",
  ...more,
});

const passed: Outcome = { kind: "passed", score: 1 };

export const result = (outcome: Outcome = passed, more: Partial<AttemptResult> = {}): AttemptResult => ({
  outcome,
  evidence: {},
  workingMs: 100.5,
  waitingMs: 3,
  health: null,
  suspect: false,
  artifacts: [],
  ...more,
});

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const notScored: Outcome[] = [
  { kind: "unscored", error: { name: "JudgeError", message: "no answer" } },
  { kind: "infrastructure", error: { name: "ProviderError", message: "down", code: "outage" } },
  { kind: "cancelled", reason: "Ctrl-C" },
];
const scored: Outcome[] = [
  passed,
  { kind: "failed", score: 0.25 },
  { kind: "errored", error: { name: "Error", message: "broke" } },
  { kind: "timed-out", afterMs: 1000 },
  { kind: "over-budget", error: { name: "BudgetError", message: "spent", code: "over-budget" } },
];

/** Registers the tests of the whole contract of `RunStore` for one implementation. */
export function runStoreConformance(name: string, makeStore: MakeStore): void {
  describe(`${name} is a RunStore`, () => {
    const open: RunStore[] = [];
    let nowMs = Date.parse("2030-01-01T00:00:00.000Z");
    afterEach(async () => {
      for (const store of open.splice(0)) await store.close();
    });

    const newStore = async () => {
      const store = await makeStore({ now: () => nowMs });
      open.push(store);
      return store;
    };
    const withRun = async () => {
      const store = await newStore();
      const run = await store.createRun(manifest, 8);
      await store.registerWorker({ id: "w1", host: "elsewhere", pid: 1 });
      await store.registerWorker({ id: "w2", host: "elsewhere", pid: 2 });
      return { store, run };
    };

    describe("runs", () => {
      test("a run is found again as it was made", async () => {
        const store = await newStore();
        const run = await store.createRun(manifest, 8);
        expect(run).toMatchObject({ manifest, state: "running", plannedCells: 8, warnings: [] });
        expect(run.createdAt).toBe(new Date(nowMs).toISOString());
        expect(run.id).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(await store.findRun(run.id)).toEqual(run);
        expect(await store.findRun("nothing-like-it")).toBeNull();
      });

      test("the first four characters name a run", async () => {
        const store = await newStore();
        const runs = [];
        for (let i = 0; i < 50; i++) runs.push(await store.createRun(manifest, 1));
        for (const run of runs) expect((await store.findRun(run.id.slice(0, 4)))?.id).toBe(run.id);
      });

      test("a start that fits several runs is refused with the runs it fits", async () => {
        const store = await newStore();
        const ids: string[] = [];
        // Seventeen ids share at least one first hex character.
        for (let i = 0; i < 17; i++) ids.push((await store.createRun(manifest, 1)).id);
        const first = ids
          .map((id) => id[0]!)
          .find((c, _, all) => all.filter((other) => other === c).length > 1)!;
        await expect(store.findRun(first)).rejects.toMatchObject({
          code: "ambiguous-run",
          candidates: expect.arrayContaining(ids.filter((id) => id.startsWith(first))),
        });
      });

      test("last and last~n count back from the newest", async () => {
        const store = await newStore();
        expect(await store.findRun("last")).toBeNull();
        const ids: string[] = [];
        for (let i = 0; i < 3; i++) {
          ids.push((await store.createRun(manifest, 1)).id);
          nowMs += 1000;
        }
        expect((await store.findRun("last"))?.id).toBe(ids[2]);
        expect((await store.findRun("last~0"))?.id).toBe(ids[2]);
        expect((await store.findRun("last~2"))?.id).toBe(ids[0]);
        expect(await store.findRun("last~3")).toBeNull();
      });

      test("changes are kept, the rest stays", async () => {
        const { store, run } = await withRun();
        nowMs += 5000;
        await store.updateRun(run.id, { state: "interrupted", warnings: ["A task changed."] });
        expect(await store.findRun(run.id)).toEqual({
          ...run,
          state: "interrupted",
          warnings: ["A task changed."],
          updatedAt: new Date(nowMs).toISOString(),
        });
        const changed = { ...manifest, tasks: { sums: "h9" } };
        await store.updateRun(run.id, { manifest: changed, plannedCells: 4 });
        expect(await store.findRun(run.id)).toMatchObject({
          manifest: changed,
          plannedCells: 4,
          state: "interrupted",
          definition: run.definition,
        });
        await expect(store.updateRun("nope", { state: "finished" })).rejects.toMatchObject({
          code: "unknown-run",
        });
      });

      test("the latest unfinished run of a definition is found; tasks and circumstances are no part of it", async () => {
        const store = await newStore();
        const first = await store.createRun(manifest, 8);
        nowMs += 1000;
        const second = await store.createRun({ ...manifest, tasks: {}, circumstances: {} }, 8);
        nowMs += 1000;
        const other = await store.createRun({ ...manifest, runs: 3 }, 8);
        expect(second.definition).toBe(first.definition);
        expect(other.definition).not.toBe(first.definition);
        expect((await store.findUnfinished(first.definition))?.id).toBe(second.id);
        await store.updateRun(second.id, { state: "finished" });
        expect((await store.findUnfinished(first.definition))?.id).toBe(first.id);
        await store.updateRun(first.id, { state: "finished" });
        expect(await store.findUnfinished(first.definition)).toBeNull();
      });

      test("the unfinished run of a definition is opened, or a new one when there is none", async () => {
        const store = await newStore();
        const first = await store.openRun(manifest, 8);
        expect(first).toEqual({ run: await store.findRun("last"), created: true });
        expect(first.run).toMatchObject({ manifest, state: "running", plannedCells: 8, warnings: [] });
        await store.updateRun(first.run.id, { state: "interrupted" });
        const found = await store.findRun(first.run.id);
        expect(await store.openRun({ ...manifest, tasks: {} }, 9)).toEqual({ run: found, created: false });
        const other = await store.openRun({ ...manifest, runs: 3 }, 8);
        expect(other.created).toBe(true);
        await store.updateRun(first.run.id, { state: "finished" });
        const second = await store.openRun(manifest, 8);
        expect(second.created).toBe(true);
        expect(new Set([first.run.id, other.run.id, second.run.id]).size).toBe(3);
      });

      test("of many that open the same definition at once one creates the run", async () => {
        const store = await newStore();
        const opened = await Promise.all(Array.from({ length: 20 }, () => store.openRun(manifest, 8)));
        expect(opened.filter(({ created }) => created)).toHaveLength(1);
        expect(new Set(opened.map(({ run }) => run.id)).size).toBe(1);
        expect(await all(store.runs())).toHaveLength(1);
      });

      test("where a whole id is wanted, a reference is refused with the way to the id", async () => {
        const { store, run } = await withRun();
        const reads = [
          (id: string) => all(store.cells(id)),
          (id: string) => store.totals(id),
          (id: string) => store.updateRun(id, { state: "finished" }),
        ];
        for (const reference of ["last", "last~1", run.id.slice(0, 4)])
          for (const read of reads)
            await expect(read(reference)).rejects.toMatchObject({
              code: "unknown-run",
              message: expect.stringMatching(/whole id.*findRun/),
            });
        await expect(store.totals("nope")).rejects.toMatchObject({
          message: expect.not.stringContaining("findRun"),
        });
      });

      test("they are listed newest first, by kind and name, up to a limit, over more than a page", async () => {
        const store = await newStore();
        const ids: string[] = [];
        for (let i = 0; i < 450; i++) {
          ids.unshift(
            (await store.createRun({ ...manifest, kind: i % 2 === 0 ? "compare" : "bench" }, 1)).id,
          );
          nowMs += i % 3; // Some share their time.
        }
        expect((await all(store.runs())).map(({ id }) => id)).toEqual(ids);
        expect((await all(store.runs({ limit: 7 }))).map(({ id }) => id)).toEqual(ids.slice(0, 7));
        expect(await all(store.runs({ kind: "bench" }))).toHaveLength(225);
        expect(await all(store.runs({ name: "other" }))).toEqual([]);
      });
    });

    describe("claims", () => {
      test("a cell is claimed once, also by the same worker", async () => {
        const { store, run } = await withRun();
        expect(await store.claim(run.id, "w1", claimOf(cell))).toEqual({ state: "claimed", attempt: 1 });
        expect(await store.claim(run.id, "w1", claimOf(cell))).toEqual({ state: "taken" });
        expect(await store.claim(run.id, "w2", claimOf(cell))).toEqual({ state: "taken" });
        expect(await store.claim(run.id, "w2", claimOf(cell, "other"))).toEqual({ state: "taken" });
        expect(await store.cell(run.id, cell)).toMatchObject({ attempts: 1, running: true, outcome: null });
      });

      test("of many claims at once exactly one gets it", async () => {
        const { store, run } = await withRun();
        const claims = Array.from({ length: 40 }, (_, i) =>
          store.claim(run.id, `w${1 + (i % 2)}`, claimOf(cell)),
        );
        const states = (await Promise.all(claims)).map(({ state }) => state);
        expect(states.filter((state) => state === "claimed")).toHaveLength(1);
        expect(states.filter((state) => state === "taken")).toHaveLength(39);
      });

      test("cells differ by subject, task and run; runs do not share them", async () => {
        const { store, run } = await withRun();
        const other = await store.createRun(manifest, 1);
        for (const id of [
          cell,
          { ...cell, subject: "panel" },
          { ...cell, task: "words" },
          { ...cell, run: 1 },
        ])
          expect(await store.claim(run.id, "w1", claimOf(id))).toEqual({ state: "claimed", attempt: 1 });
        expect(await store.claim(other.id, "w1", claimOf(cell))).toEqual({ state: "claimed", attempt: 1 });
      });

      test.each(scored)("a cell that ended $kind is done while its task is the same", async (outcome) => {
        const { store, run } = await withRun();
        await store.claim(run.id, "w1", claimOf(cell));
        expect(await store.endAttempt(run.id, cell, 1, result(outcome))).toBe(true);
        expect(await store.claim(run.id, "w2", claimOf(cell))).toEqual({ state: "done" });
        expect(await store.claim(run.id, "w2", claimOf(cell, "changed"))).toEqual({
          state: "claimed",
          attempt: 2,
        });
        expect(await store.cell(run.id, cell)).toMatchObject({
          outcome,
          taskHash: "h1",
          running: true,
          attempts: 2,
        });
        await store.endAttempt(run.id, cell, 2, result(passed));
        expect(await store.cell(run.id, cell)).toMatchObject({
          outcome: passed,
          taskHash: "changed",
          running: false,
        });
        expect(await store.claim(run.id, "w2", claimOf(cell, "changed"))).toEqual({ state: "done" });
      });

      test.each(notScored)("a cell that ended $kind is run again", async (outcome) => {
        const { store, run } = await withRun();
        await store.claim(run.id, "w1", claimOf(cell));
        await store.endAttempt(run.id, cell, 1, result(outcome));
        expect(await store.claim(run.id, "w2", claimOf(cell))).toEqual({ state: "claimed", attempt: 2 });
      });

      test("a changed task whose attempt was lost does not undo the result of the former content", async () => {
        const { store, run } = await withRun();
        await store.claim(run.id, "w1", claimOf(cell));
        await store.endAttempt(run.id, cell, 1, result(passed));
        await store.claim(run.id, "w1", claimOf(cell, "changed"));
        await store.releaseWorker("w1");
        expect(await store.claim(run.id, "w2", claimOf(cell))).toEqual({ state: "done" });
        expect(await store.claim(run.id, "w2", claimOf(cell, "changed"))).toEqual({
          state: "claimed",
          attempt: 3,
        });
      });

      test("only registered workers claim, and only in runs that are there", async () => {
        const { store, run } = await withRun();
        await expect(store.claim(run.id, "nobody", claimOf(cell))).rejects.toMatchObject({
          code: "unknown-worker",
        });
        await expect(store.claim("nope", "w1", claimOf(cell))).rejects.toMatchObject({ code: "unknown-run" });
        await expect(store.heartbeat("nobody")).rejects.toMatchObject({ code: "unknown-worker" });
        await store.releaseWorker("w1");
        await expect(store.claim(run.id, "w1", claimOf(cell))).rejects.toMatchObject({
          code: "unknown-worker",
        });
        await store.registerWorker({ id: "w1", host: "elsewhere", pid: 1 });
        expect(await store.claim(run.id, "w1", claimOf(cell))).toEqual({ state: "claimed", attempt: 1 });
      });
    });

    describe("attempts", () => {
      test("everything about an attempt is kept", async () => {
        const { store, run } = await withRun();
        await store.claim(run.id, "w1", claimOf(cell));
        const startedAt = new Date(nowMs).toISOString();
        nowMs += 2000;
        const ended = result(
          { kind: "failed", score: 0.5 },
          {
            evidence: {
              exitCode: 1,
              findings: [{ criterion: "short", met: false }],
              text: "Zeile\n\u0000 \ud800 ✓",
            },
            health: { eventLoopLagMs: 1.5, starvedMs: 12, memoryBytes: 100_000_000, openCalls: 3 },
            suspect: true,
          },
        );
        await store.endAttempt(run.id, cell, 1, ended);
        const { artifacts: _artifacts, ...kept } = ended;
        expect(await store.attempts(run.id, cell)).toEqual([
          {
            ...cell,
            ...kept,
            attempt: 1,
            state: "ended",
            taskHash: "h1",
            worker: "w1",
            startedAt,
            endedAt: new Date(nowMs).toISOString(),
            artifacts: [],
            spend: { subject: 0, judge: 0, agent: 0, carried: 0, unknownCalls: 0 },
            usage: used(0, 0),
          },
        ]);
        expect(await store.cell(run.id, cell)).toEqual({
          ...cell,
          taskHash: "h1",
          attempts: 1,
          outcome: { kind: "failed", score: 0.5 },
          running: false,
          workingMs: 100.5,
          waitingMs: 3,
          suspect: true,
          endedAt: new Date(nowMs).toISOString(),
          spend: { subject: 0, judge: 0, agent: 0, carried: 0, unknownCalls: 0 },
          usage: used(0, 0),
        });
      });

      test("an attempt ends once; the second end changes nothing", async () => {
        const { store, run } = await withRun();
        await store.claim(run.id, "w1", claimOf(cell));
        const ends = await Promise.all([
          store.endAttempt(run.id, cell, 1, result(passed)),
          store.endAttempt(run.id, cell, 1, result({ kind: "failed", score: 0 })),
        ]);
        expect(ends).toEqual([true, false]);
        expect(await store.endAttempt(run.id, cell, 1, result({ kind: "failed", score: 0 }))).toBe(false);
        expect((await store.cell(run.id, cell))?.outcome).toEqual(passed);
        expect((await store.totals(run.id)).outcomes).toMatchObject({ passed: 1, failed: 0 });
      });

      test("what never began does not end", async () => {
        const { store, run } = await withRun();
        expect(await store.endAttempt(run.id, cell, 1, result())).toBe(false);
        await store.claim(run.id, "w1", claimOf(cell));
        expect(await store.endAttempt(run.id, cell, 2, result())).toBe(false);
        expect(await store.cell(run.id, { ...cell, run: 1 })).toBeNull();
        expect(await store.attempts(run.id, { ...cell, run: 1 })).toEqual([]);
      });

      test("values that cannot be kept are refused and change nothing", async () => {
        const { store, run } = await withRun();
        await store.claim(run.id, "w1", claimOf(cell));
        const bad = [
          result({ kind: "passed", score: Number.NaN }),
          result({ kind: "passed", score: 1.01 }),
          result({ kind: "failed", score: -0.5 }),
          result({ kind: "passed", score: "1" } as unknown as Outcome),
          result({ kind: "passed" } as unknown as Outcome),
          result({ kind: "timed-out", afterMs: -1 }),
          result({ kind: "wonderful" } as unknown as Outcome),
          result(passed, { workingMs: Number.POSITIVE_INFINITY }),
          result(passed, { workingMs: -1 }),
          result(passed, { waitingMs: -0.5 }),
          result(passed, { health: { eventLoopLagMs: Number.NaN, memoryBytes: 1, openCalls: 0 } }),
          result(passed, { health: { eventLoopLagMs: 0, memoryBytes: -1, openCalls: 0 } }),
          result(passed, { health: { eventLoopLagMs: 0, starvedMs: -1, memoryBytes: 1, openCalls: 0 } }),
          result(passed, {
            artifacts: [
              { name: "a", mediaType: "text/plain", content: "1" },
              { name: "a", mediaType: "text/plain", content: "2" },
            ],
          }),
        ];
        for (const ended of bad)
          await expect(store.endAttempt(run.id, cell, 1, ended)).rejects.toMatchObject({
            code: "invalid-record",
          });
        for (const openedAt of ["", "now", "2030-01-01", "2030-13-01T00:00:00.000Z", "2030-01-01T00:00:00"])
          await expect(store.openCall(run.id, cell, 1, opening("c", { openedAt }))).rejects.toMatchObject({
            code: "invalid-record",
          });
        await expect(store.claim(run.id, "w1", claimOf({ ...cell, run: 0.5 }))).rejects.toMatchObject({
          code: "invalid-record",
        });
        expect(await store.endAttempt(run.id, cell, 1, result())).toBe(true);
      });
    });

    describe("artifacts", () => {
      const bytes = new Uint8Array(300).map((_, i) => i % 256);
      const contents: [string, string | Uint8Array][] = [
        ["empty text", ""],
        ["text", "Hello\r\n\u0000 wörld \u{1f600} \ufeff"],
        ["text that is no valid Unicode", `a\ud800b${"x".repeat(200)}`],
        ["no bytes", new Uint8Array(0)],
        ["all bytes", bytes],
        ["bytes that are text", new TextEncoder().encode("plain text ".repeat(50))],
        ["text of 300 kB", "0123456789".repeat(30_000)],
        ["10 MB of text", "The quick brown fox jumps over the lazy dog. ".repeat(233_017)],
        ["10 MB of bytes", new Uint8Array(10 * 1024 * 1024).map((_, i) => (i * 2_654_435_761) >>> 13)],
      ];

      test.each(contents)("%s comes back exactly", async (label, content) => {
        const { store, run } = await withRun();
        await store.claim(run.id, "w1", claimOf(cell));
        const artifact = { name: label, mediaType: "text/plain", content };
        await store.endAttempt(run.id, cell, 1, result(passed, { artifacts: [artifact] }));
        const read = await store.artifact(run.id, cell, 1, label);
        expect(typeof read?.content).toBe(typeof content);
        // Large content is compared without a diff, which would take minutes.
        expect(Buffer.compare(Buffer.from(read!.content as string), Buffer.from(content as string))).toBe(0);
        if (typeof content === "string") expect(read!.content === content).toBe(true);
        const size =
          typeof content !== "string"
            ? content.length
            : content.isWellFormed()
              ? Buffer.byteLength(content)
              : content.length * 2;
        const [attempt] = await store.attempts(run.id, cell);
        expect(attempt).toMatchObject({ artifacts: [{ name: label, mediaType: "text/plain", bytes: size }] });
      });

      test("they belong to their attempt, in the order given; what is not there is null", async () => {
        const { store, run } = await withRun();
        const artifact = (name: string, content: string) => ({ name, mediaType: "text/plain", content });
        await store.claim(run.id, "w1", claimOf(cell));
        const cancelled = result(
          { kind: "cancelled", reason: "" },
          {
            artifacts: [artifact("z", "first"), artifact("a", "also")],
          },
        );
        await store.endAttempt(run.id, cell, 1, cancelled);
        await store.claim(run.id, "w1", claimOf(cell));
        await store.endAttempt(run.id, cell, 2, result(passed, { artifacts: [artifact("z", "second")] }));
        expect((await store.artifact(run.id, cell, 1, "z"))?.content).toBe("first");
        expect((await store.artifact(run.id, cell, 2, "z"))?.content).toBe("second");
        expect(await store.artifact(run.id, cell, 2, "a")).toBeNull();
        expect(await store.artifact(run.id, { ...cell, run: 1 }, 1, "z")).toBeNull();
        expect((await store.attempts(run.id, cell))[0]).toMatchObject({
          artifacts: [
            { name: "z", bytes: 5 },
            { name: "a", bytes: 4 },
          ],
        });
      });

      test("those of an attempt that did not end are not kept", async () => {
        const { store, run } = await withRun();
        await store.claim(run.id, "w1", claimOf(cell));
        await store.releaseWorker("w1");
        const late = result(passed, { artifacts: [{ name: "late", mediaType: "text/plain", content: "x" }] });
        expect(await store.endAttempt(run.id, cell, 1, late)).toBe(false);
        expect(await store.artifact(run.id, cell, 1, "late")).toBeNull();
      });

      test("a store that closes waits for large ones", async () => {
        const { store, run } = await withRun();
        await store.claim(run.id, "w1", claimOf(cell));
        const large = result(passed, {
          artifacts: [{ name: "l", mediaType: "text/plain", content: "x".repeat(500_000) }],
        });
        const ended = store.endAttempt(run.id, cell, 1, large);
        await store.close();
        expect(await ended).toBe(true);
      });
    });

    describe("calls and money", () => {
      test("a call is kept from its opening on, and its charge goes to who spent it", async () => {
        const { store, run } = await withRun();
        await store.claim(run.id, "w1", claimOf(cell));
        await store.openCall(run.id, cell, 1, opening("c1"));
        await store.openCall(
          run.id,
          cell,
          1,
          opening("c2", { payer: "judge", modelId: "j", worstCaseUsd: null }),
        );
        await store.openCall(run.id, cell, 1, opening("c3", { payer: "agent" }));
        expect(await all(store.calls(run.id))).toEqual([
          { ...cell, attempt: 1, state: "open", ...opening("c1") },
          {
            ...cell,
            attempt: 1,
            state: "open",
            ...opening("c2", { payer: "judge", modelId: "j", worstCaseUsd: null }),
          },
          { ...cell, attempt: 1, state: "open", ...opening("c3", { payer: "agent" }) },
        ]);
        expect((await store.totals(run.id)).spend).toEqual({
          subject: 0,
          judge: 0,
          agent: 0,
          carried: 0,
          unknownCalls: 0,
        });

        store.chargeCall(run.id, {
          callId: "c1",
          costUsd: 0.1,
          usage: usage(10),
          details: { finishReason: "stop" },
        });
        store.chargeCall(run.id, { callId: "c2", costUsd: null, usage: usage(1), details: {} });
        store.chargeCall(run.id, { callId: "c3", costUsd: 0.2, usage: usage(100), details: {} });
        await store.flush();
        const spend = { subject: 0.1, judge: 0, agent: 0.2, carried: 0, unknownCalls: 1 };
        const summed = {
          inputTokens: 111,
          outputTokens: 60,
          cacheReadTokens: 15,
          cacheWriteTokens: 6,
          reasoningTokens: 21,
        };
        expect(await store.totals(run.id)).toMatchObject({ spend, usage: summed, running: 1, attempts: 1 });
        expect(await store.cell(run.id, cell)).toMatchObject({ spend, usage: summed });
        expect((await store.attempts(run.id, cell))[0]).toMatchObject({
          spend,
          usage: summed,
          state: "running",
        });
        expect((await all(store.calls(run.id, cell)))[0]).toEqual({
          ...cell,
          attempt: 1,
          ...opening("c1"),
          state: "charged",
          costUsd: 0.1,
          usage: usage(10),
          details: { finishReason: "stop" },
        });
      });

      test("a read sees a charge that nobody waited for", async () => {
        const { store, run } = await withRun();
        await store.claim(run.id, "w1", claimOf(cell));
        await store.openCall(run.id, cell, 1, opening("c1"));
        store.chargeCall(run.id, { callId: "c1", costUsd: 0.1, usage: usage(10), details: {} });
        expect((await store.cell(run.id, cell))?.spend.subject).toBe(0.1);
      });

      test("money is exact over many calls", async () => {
        const { store, run } = await withRun();
        await store.claim(run.id, "w1", claimOf(cell));
        const ids = Array.from({ length: 1500 }, (_, i) => `c${i}`);
        await Promise.all(ids.map((id) => store.openCall(run.id, cell, 1, opening(id))));
        for (const callId of ids)
          store.chargeCall(run.id, { callId, costUsd: 0.000_000_1, usage: usage(1), details: {} });
        await store.endAttempt(run.id, cell, 1, result());
        expect((await store.totals(run.id)).spend.subject).toBe(0.000_15);
      });

      test("the money of a cell is that of all its attempts", async () => {
        const { store, run } = await withRun();
        for (const attempt of [1, 2]) {
          await store.claim(run.id, "w1", claimOf(cell));
          await store.openCall(run.id, cell, attempt, opening(`c${attempt}`));
          store.chargeCall(run.id, { callId: `c${attempt}`, costUsd: 0.3, usage: usage(1), details: {} });
          await store.endAttempt(run.id, cell, attempt, result({ kind: "cancelled", reason: "x" }));
        }
        expect((await store.cell(run.id, cell))?.spend.subject).toBe(0.6);
        expect((await store.attempts(run.id, cell)).map(({ spend }) => spend.subject)).toEqual([0.3, 0.3]);
      });

      test("a second charge changes nothing; a charge after the end still counts", async () => {
        const { store, run } = await withRun();
        await store.claim(run.id, "w1", claimOf(cell));
        await store.openCall(run.id, cell, 1, opening("c1"));
        await store.endAttempt(run.id, cell, 1, result());
        store.chargeCall(run.id, { callId: "c1", costUsd: 0.1, usage: usage(10), details: {} });
        store.chargeCall(run.id, { callId: "c1", costUsd: 0.4, usage: usage(10), details: {} });
        await store.flush();
        expect((await store.cell(run.id, cell))?.spend.subject).toBe(0.1);
        expect((await store.totals(run.id)).usage.inputTokens).toBe(10);
      });

      test("a charge of a call that was never opened is told by flush, and harms no other write", async () => {
        const { store, run } = await withRun();
        store.chargeCall(run.id, { callId: "ghost", costUsd: 0.1, usage: usage(10), details: {} });
        expect(await store.claim(run.id, "w1", claimOf(cell))).toEqual({ state: "claimed", attempt: 1 });
        await expect(store.flush()).rejects.toMatchObject({ code: "unknown-call" });
        await store.flush();
        expect((await store.totals(run.id)).spend.subject).toBe(0);
      });

      test("calls are opened only in attempts under way, each once, with sane numbers", async () => {
        const { store, run } = await withRun();
        const refused = { code: "attempt-not-running" };
        await expect(store.openCall(run.id, cell, 1, opening("c1"))).rejects.toMatchObject(refused);
        await store.claim(run.id, "w1", claimOf(cell));
        await expect(store.openCall(run.id, cell, 2, opening("c1"))).rejects.toMatchObject(refused);
        await store.openCall(run.id, cell, 1, opening("c1"));
        await expect(store.openCall(run.id, cell, 1, opening("c1"))).rejects.toMatchObject({
          code: "duplicate-call",
        });
        const negative = store.openCall(run.id, cell, 1, opening("c2", { worstCaseUsd: -1 }));
        await expect(negative).rejects.toMatchObject({ code: "invalid-record" });
        expect(() =>
          store.chargeCall(run.id, { callId: "c1", costUsd: Number.NaN, usage: usage(1), details: {} }),
        ).toThrow(/cost/);
        await store.endAttempt(run.id, cell, 1, result());
        await expect(store.openCall(run.id, cell, 1, opening("c3"))).rejects.toMatchObject(refused);
        expect(await all(store.calls(run.id))).toHaveLength(1);
      });

      test("the same call id may be used in another run", async () => {
        const { store, run } = await withRun();
        const other = await store.createRun(manifest, 1);
        for (const { id } of [run, other]) {
          await store.claim(id, "w1", claimOf(cell));
          await store.openCall(id, cell, 1, opening("c1"));
        }
        store.chargeCall(other.id, { callId: "c1", costUsd: 0.25, usage: usage(1), details: {} });
        expect((await store.totals(run.id)).spend.subject).toBe(0);
        expect((await store.totals(other.id)).spend.subject).toBe(0.25);
      });
    });

    describe("workers that are gone", () => {
      const lose = async (store: RunStore, runId: string) => {
        await store.claim(runId, "w1", claimOf(cell));
        await store.openCall(runId, cell, 1, opening("known"));
        await store.openCall(runId, cell, 1, opening("unknown", { payer: "judge", worstCaseUsd: null }));
        await store.openCall(runId, cell, 1, opening("charged", { payer: "agent" }));
        store.chargeCall(runId, { callId: "charged", costUsd: 0.125, usage: usage(10), details: {} });
      };

      test("thirty seconds of silence make a worker dead; its open calls are carried at their worst case", async () => {
        const { store, run } = await withRun();
        await lose(store, run.id);
        await store.claim(run.id, "w2", claimOf({ ...cell, run: 1 }));
        nowMs += 25_000;
        await store.heartbeat("w2");
        expect(await store.recover(run.id)).toEqual({ lostAttempts: 0, lostCalls: 0, carriedUsd: 0 });
        nowMs += 6_000;
        expect(await store.recover(run.id)).toEqual({ lostAttempts: 1, lostCalls: 2, carriedUsd: 0.5 });
        expect(await store.recover(run.id)).toEqual({ lostAttempts: 0, lostCalls: 0, carriedUsd: 0 });

        const spend = { subject: 0.5, judge: 0, agent: 0.125, carried: 0.5, unknownCalls: 1 };
        expect(await store.totals(run.id)).toMatchObject({ running: 1, attempts: 2, spend });
        expect(await store.cell(run.id, cell)).toMatchObject({
          running: false,
          outcome: null,
          attempts: 1,
          spend,
        });
        expect((await store.attempts(run.id, cell))[0]).toMatchObject({
          state: "lost",
          endedAt: new Date(nowMs).toISOString(),
          spend,
        });
        expect((await all(store.calls(run.id, cell))).map(({ state }) => state)).toEqual([
          "lost",
          "lost",
          "charged",
        ]);
        expect(await store.claim(run.id, "w2", claimOf(cell))).toEqual({ state: "claimed", attempt: 2 });
      });

      test("an attempt given up cannot end or call any more, whatever its worker thinks", async () => {
        const { store, run } = await withRun();
        await lose(store, run.id);
        nowMs += 31_000;
        await store.recover(run.id);
        expect(await store.endAttempt(run.id, cell, 1, result())).toBe(false);
        await expect(store.openCall(run.id, cell, 1, opening("more"))).rejects.toMatchObject({
          code: "attempt-not-running",
        });
        await store.heartbeat("w1");
        expect(await store.claim(run.id, "w1", claimOf(cell))).toEqual({ state: "claimed", attempt: 2 });
        expect(await store.endAttempt(run.id, cell, 1, result({ kind: "failed", score: 0 }))).toBe(false);
        expect(await store.endAttempt(run.id, cell, 2, result())).toBe(true);
        expect((await store.cell(run.id, cell))?.outcome).toEqual(passed);
      });

      test("a charge that comes after all takes the place of the worst case", async () => {
        const { store, run } = await withRun();
        await lose(store, run.id);
        nowMs += 31_000;
        await store.recover(run.id);
        store.chargeCall(run.id, { callId: "known", costUsd: 0.25, usage: usage(1), details: {} });
        store.chargeCall(run.id, { callId: "unknown", costUsd: 0.75, usage: usage(1), details: {} });
        const spend = { subject: 0.25, judge: 0.75, agent: 0.125, carried: 0, unknownCalls: 0 };
        expect((await store.totals(run.id)).spend).toEqual(spend);
        expect((await store.attempts(run.id, cell))[0]?.spend).toEqual(spend);
      });

      test("a process of this host that is gone is dead at once, one that lives is not", async () => {
        const { store, run } = await withRun();
        const { pid } = spawnSync(process.execPath, ["-e", ""]);
        await store.registerWorker({ id: "gone", host: hostname(), pid });
        await store.registerWorker({ id: "here", host: hostname(), pid: process.pid });
        await store.registerWorker({ id: "far", host: `not-${hostname()}`, pid });
        const ids = ["gone", "here", "far"].map((worker, i) => ({ worker, id: { ...cell, run: i } }));
        for (const { worker, id } of ids) await store.claim(run.id, worker, claimOf(id));
        expect(await store.recover(run.id)).toMatchObject({ lostAttempts: 1 });
        expect((await store.attempts(run.id, ids[0]!.id))[0]?.state).toBe("lost");
        expect((await store.totals(run.id)).running).toBe(2);
      });

      test("a worker that ends in good order gives back what it holds, in all runs", async () => {
        const { store, run } = await withRun();
        const other = await store.createRun(manifest, 1);
        await lose(store, run.id);
        await store.claim(other.id, "w1", claimOf(cell));
        await store.claim(other.id, "w2", claimOf({ ...cell, run: 1 }));
        await store.releaseWorker("w1");
        expect((await store.totals(run.id)).running).toBe(0);
        expect((await store.totals(other.id)).running).toBe(1);
        expect((await store.totals(run.id)).spend).toMatchObject({
          subject: 0.5,
          carried: 0.5,
          unknownCalls: 1,
        });
        expect(await store.claim(run.id, "w2", claimOf(cell))).toEqual({ state: "claimed", attempt: 2 });
      });

      test("recovery looks at one run only", async () => {
        const { store, run } = await withRun();
        const other = await store.createRun(manifest, 1);
        await store.claim(run.id, "w1", claimOf(cell));
        await store.claim(other.id, "w1", claimOf(cell));
        nowMs += 31_000;
        expect(await store.recover(other.id)).toMatchObject({ lostAttempts: 1 });
        expect((await store.totals(run.id)).running).toBe(1);
      });

      test("a call still open in an attempt that ended is carried too, once its worker is gone", async () => {
        const { store, run } = await withRun();
        await lose(store, run.id);
        await store.endAttempt(run.id, cell, 1, result());
        expect((await store.totals(run.id)).spend.carried).toBe(0);
        nowMs += 31_000;
        expect(await store.recover(run.id)).toEqual({ lostAttempts: 0, lostCalls: 2, carriedUsd: 0.5 });
        expect((await store.cell(run.id, cell))?.outcome).toEqual(passed);
        expect((await store.totals(run.id)).spend).toMatchObject({
          carried: 0.5,
          subject: 0.5,
          unknownCalls: 1,
        });
      });
    });

    describe("reading", () => {
      test("cells come in the order of run, task, subject, over more than a page, by filter", async () => {
        const { store, run } = await withRun();
        const ids: CellId[] = [];
        for (let r = 0; r < 3; r++)
          for (const task of ["a", "b", "ä"])
            for (let s = 0; s < 60; s++)
              ids.push({ subject: `s${String(s).padStart(2, "0")}`, task, run: r });
        const shuffled = [...ids].reverse();
        await Promise.all(shuffled.map((id) => store.claim(run.id, "w1", claimOf(id))));
        const ends = ids.map((id, i) => {
          const outcome: Outcome = i % 10 === 0 ? { kind: "failed", score: 0 } : passed;
          return i % 7 === 0 ? null : store.endAttempt(run.id, id, 1, result(outcome));
        });
        await Promise.all(ends);
        const key = ({ subject, task, run: r }: CellId) => `${r}/${task}/${subject}`;
        expect((await all(store.cells(run.id))).map(key)).toEqual(ids.map(key));
        const failed = ids.filter((_, i) => i % 10 === 0 && i % 7 !== 0);
        expect((await all(store.cells(run.id, { outcomes: ["failed"] }))).map(key)).toEqual(failed.map(key));
        expect(await all(store.cells(run.id, { outcomes: [] }))).toEqual([]);
        expect(await all(store.cells(run.id, { subject: "s05" }))).toHaveLength(9);
        expect(
          await all(store.cells(run.id, { subject: "s05", task: "b", outcomes: ["passed", "failed"] })),
        ).toHaveLength(ids.filter((id, i) => id.subject === "s05" && id.task === "b" && i % 7 !== 0).length);
        expect(await store.totals(run.id)).toMatchObject({
          attempts: 540,
          running: ids.filter((_, i) => i % 7 === 0).length,
          outcomes: { failed: failed.length, cancelled: 0 },
        });
      });

      test("names may hold any character", async () => {
        const { store, run } = await withRun();
        const odd = { subject: "a'b\"c\u0000d%_\u{1f600}", task: "", run: 0 };
        await store.claim(run.id, "w1", claimOf(odd, "ü"));
        expect((await all(store.cells(run.id)))[0]).toMatchObject({ ...odd, taskHash: "ü" });
        expect(await store.cell(run.id, odd)).not.toBeNull();
      });

      test("of a run that is not there there is nothing to read", async () => {
        const { store } = await withRun();
        const refused = { code: "unknown-run" };
        await expect(all(store.cells("nope"))).rejects.toMatchObject(refused);
        await expect(store.cell("nope", cell)).rejects.toMatchObject(refused);
        await expect(store.totals("nope")).rejects.toMatchObject(refused);
        await expect(all(store.calls("nope"))).rejects.toMatchObject(refused);
        await expect(store.recover("nope")).rejects.toMatchObject(refused);
      });
    });

    test("a closed store refuses everything, and closes twice without harm", async () => {
      const { store, run } = await withRun();
      await store.close();
      await store.close();
      const closed = { code: "store-closed" };
      await expect(store.createRun(manifest, 1)).rejects.toMatchObject(closed);
      await expect(store.claim(run.id, "w1", claimOf(cell))).rejects.toMatchObject(closed);
      await expect(store.endAttempt(run.id, cell, 1, result())).rejects.toMatchObject(closed);
      await expect(store.findRun("last")).rejects.toMatchObject(closed);
      await expect(all(store.cells(run.id))).rejects.toMatchObject(closed);
      await expect(store.flush()).rejects.toMatchObject(closed);
      expect(() =>
        store.chargeCall(run.id, { callId: "c", costUsd: 0, usage: usage(0), details: {} }),
      ).toThrow(/closed/);
    });
  });
}

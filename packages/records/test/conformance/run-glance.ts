import { describe, expect, test } from "vitest";
import {
  type EvidenceNumber,
  evidenceNumbers,
  glanceCells,
  type JsonObject,
  type Outcome,
  type RunGlance,
  type RunStore,
  readEvidence,
  tallyTasks,
} from "../../src/index.ts";
import { all, cell, claimOf, counted, manifest, opening, result, usage } from "../support/sample-records.ts";
import { type MakeStore, storesUnderTest } from "../support/stores-under-test.ts";

const error = { name: "E", message: "broke" };
const outcomes: (Outcome | null)[] = [
  { kind: "passed", score: 1 / 3 },
  { kind: "failed", score: 0 },
  { kind: "errored", error },
  { kind: "timed-out", afterMs: 5 },
  { kind: "unscored", error },
  { kind: "cancelled", reason: "no more" },
  null,
];

/** Registers the tests of the short ways to read a whole run: they say what its cells say one by one. */
export function runGlanceConformance(name: string, makeStore: MakeStore): void {
  describe(`${name} reads a whole run at a glance`, () => {
    const stores = storesUnderTest(makeStore);

    /** A run with every kind of outcome, costs that nobody knows, and a result for an older content of its task. */
    const withRun = async () => {
      const store = await stores.newStore();
      const { id } = await store.createRun(manifest, 8);
      await store.registerWorker({ id: "w1", host: "elsewhere", pid: 1 });
      for (const [run, outcome] of outcomes.entries()) {
        const place = { ...cell, run };
        await store.claim(id, "w1", claimOf(place, run === 1 ? "older" : "h1"));
        const callId = `call ${run}`;
        const silent = run === 3;
        if (!silent) await store.openCall(id, place, 1, opening(callId));
        if (!silent)
          store.chargeCall(id, { callId, costUsd: run === 2 ? null : 0.25, usage: usage(1), details: {} });
        const evidence: JsonObject = silent ? { costUsd: null } : {};
        if (outcome)
          await store.endAttempt(id, place, 1, {
            ...result(outcome),
            evidence,
            workingMs: 10.4 * run,
            suspect: run === 3,
          });
      }
      return { store, id };
    };

    test("the short way says of every cell what the long way says", async () => {
      const { store, id } = await withRun();
      const short = await glanceCells(store, id);
      expect(rowsOf(short)).toEqual(rowsOf(await glanceCells(without(store, "glance"), id)));
      expect(short.subject).toHaveLength(outcomes.length);
      const rows = rowsOf(short);
      expect(rows.map(({ score }) => score)).toEqual([1 / 3, 0, 0, 0, null, null, null]);
      expect(rows.map(({ costUsd }) => costUsd)).toEqual([0.25, 0.25, null, null, 0.25, 0.25, 0.25]);
      expect(rows.at(-1)).toMatchObject({ standing: "running" });
      expect(rows[3]).toMatchObject({ standing: "timed-out", workingMs: 31, suspect: true });
    });

    test("the short way has the numbers of the evidence that the long way has", async () => {
      const { store, id } = await withRun();
      const evidences: JsonObject[] = [
        { tookMs: 12.5 },
        { tookMs: "12" },
        { tookMs: null },
        { tookMs: 0, text: "a\u0000" },
      ];
      for (const [run, evidence] of evidences.entries()) {
        const place = { ...cell, subject: "timed", run };
        await store.claim(id, "w1", claimOf(place));
        await store.endAttempt(id, place, 1, { ...result(outcomes[0]!), evidence });
      }
      const inOrder = (numbers: EvidenceNumber[]) => numbers.sort((a, b) => a.run - b.run);
      const short = inOrder(await evidenceNumbers(store, id, "tookMs"));
      expect(short).toEqual(inOrder(await evidenceNumbers(without(store, "evidenceNumbers"), id, "tookMs")));
      expect(short.map(({ run, value }) => [run, value])).toEqual([
        [0, 12.5],
        [3, 0],
      ]);
    });

    test("the evidence of all cells comes in their order, as one by one", async () => {
      const { store, id } = await withRun();
      // More than a page, and one that is tried again.
      for (let run = 0; run < 250; run++) {
        const place = { subject: "other", task: "words", run };
        await store.claim(id, "w1", claimOf(place));
        await store.endAttempt(id, place, 1, { ...result(outcomes[4]!), evidence: { run, text: "a\u0000" } });
      }
      const again = { subject: "other", task: "words", run: 7 };
      await store.claim(id, "w1", claimOf(again));
      await store.endAttempt(id, again, 2, { ...result(), evidence: { again: true } });
      await store.claim(id, "w1", claimOf({ ...again, run: 8 }));
      const short = await all(readEvidence(store, id));
      expect(short).toEqual(await all(readEvidence(without(store, "evidence"), id)));
      expect(short).toHaveLength(250 + outcomes.length - 1);
      expect(short.find(({ subject, run }) => subject === "other" && run === 7)?.evidence).toEqual({
        again: true,
      });
    });

    test("a cell that is tried again is running", async () => {
      const { store, id } = await withRun();
      const place = { ...cell, run: 4 };
      await store.claim(id, "w1", claimOf(place));
      expect(rowsOf(await glanceCells(store, id))[4]).toMatchObject({ standing: "running" });
    });

    test("the scores are added up by task and content, as its cells add up", async () => {
      const { store, id } = await withRun();
      const byHash = (a: { taskHash: string }, b: { taskHash: string }) => (a.taskHash < b.taskHash ? -1 : 1);
      const short = (await tallyTasks(store, id)).sort(byHash);
      expect(short).toEqual((await tallyTasks(without(store, "tally"), id)).sort(byHash));
      const { subject, task } = cell;
      expect(short).toEqual([
        { subject, task, taskHash: "h1", scored: 3, passed: 1, score: 1 / 3, unknownCosts: 2 },
        { subject, task, taskHash: "older", scored: 1, passed: 0, score: 0, unknownCosts: 0 },
      ]);
    });

    test("a cell costs what its result took, not what all attempts at it did", async () => {
      const { store, id } = await withRun();
      const costs = [counted(), counted({ unknownCalls: 1 }), counted({ costUsd: 0, cachedUsd: 0 })];
      for (const [at, took] of costs.entries()) {
        const place = { ...cell, subject: "panel", run: at };
        await store.claim(id, "w1", claimOf(place));
        await store.openCall(id, place, 1, opening(`retried ${at}`));
        store.chargeCall(id, {
          ...{ callId: `retried ${at}`, costUsd: at === 0 ? null : 7, usage: usage(1), details: {} },
        });
        await store.endAttempt(id, place, 1, result({ kind: "passed", score: 1 }, { counted: took }));
      }
      const panel = (glance: RunGlance) => rowsOf(glance).filter(({ subject }) => subject === "panel");
      const short = panel(await glanceCells(store, id));
      expect(short).toEqual(panel(await glanceCells(without(store, "glance"), id)));
      expect(short.map(({ costUsd }) => costUsd)).toEqual([0.25, null, 0]);
      const tallies = (await tallyTasks(store, id)).filter(({ subject }) => subject === "panel");
      expect(tallies).toMatchObject([{ scored: 3, unknownCosts: 1 }]);
      expect(tallies).toEqual(
        (await tallyTasks(without(store, "tally"), id)).filter(({ subject }) => subject === "panel"),
      );
    });

    test.each([
      ["a character that ends texts", "a\u0000b"],
      ["half a character", "a\ud83d"],
      ["a backslash before what looks like one", "a\\\\u0000 \\ud83d"],
    ])("whatever an agent left, the run can be looked at: %s", async (_, text) => {
      const store = await stores.newStore();
      const { id } = await store.createRun(manifest, 2);
      await store.registerWorker({ id: "w1", host: "elsewhere", pid: 1 });
      const broke: Outcome = { kind: "errored", error: { name: "E", message: text } };
      for (const [run, outcome] of [broke, outcomes[0]!].entries()) {
        const place = { ...cell, run };
        await store.claim(id, "w1", claimOf(place));
        await store.endAttempt(id, place, 1, { ...result(outcome), evidence: { text, costUsd: null } });
      }
      expect(rowsOf(await glanceCells(store, id))).toMatchObject([
        { standing: "errored", score: 0, costUsd: null },
        { standing: "passed", score: 1 / 3, costUsd: null },
      ]);
      expect(await tallyTasks(store, id)).toMatchObject([{ scored: 2, score: 1 / 3, unknownCosts: 2 }]);
    });

    test("a run without cells has nothing to show", async () => {
      const store = await stores.newStore();
      const { id } = await store.createRun(manifest, 8);
      expect(rowsOf(await glanceCells(store, id))).toEqual([]);
      expect(await tallyTasks(store, id)).toEqual([]);
    });
  });
}

/** What is known of each cell, in the order of runs. */
function rowsOf(glance: RunGlance) {
  const { subject, task, run, standing, score, costUsd, workingMs, suspect } = glance;
  return run
    .map((number, at) => ({
      ...{ run: number, subject: subject[at], task: task[at], standing: standing[at] },
      ...{ score: score[at], costUsd: costUsd[at], workingMs: workingMs[at], suspect: suspect[at] },
    }))
    .sort((a, b) => a.run - b.run);
}

/** The same store, without one of its short ways. */
function without(store: RunStore, way: "glance" | "tally" | "evidenceNumbers" | "evidence"): RunStore {
  return new Proxy(store, {
    get(target, name) {
      const value = name === way ? undefined : Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

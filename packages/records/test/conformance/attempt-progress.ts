import { describe, expect, test } from "vitest";
import {
  type AttemptProgress,
  exportRun,
  type ImportingStore,
  importRun,
  type JsonObject,
  type Outcome,
  type RunStore,
} from "../../src/index.ts";
import { all, cell, claimOf, manifest, opening, result, usage } from "../support/sample-records.ts";
import { type MakeStore, storesUnderTest } from "../support/stores-under-test.ts";

const text = (name: string, content: string) => ({ name, mediaType: "text/plain", content });
const evidence: JsonObject = { latencyMs: 12.5, note: "half way" };
const progress = (more: Partial<AttemptProgress> = {}): AttemptProgress => ({
  ...{ evidence, suspect: true, artifacts: [text("output", "an answer"), text("transcript", "")] },
  ...more,
});
const kept = {
  evidence,
  suspect: true,
  artifacts: [
    { name: "output", mediaType: "text/plain", bytes: 9 },
    { name: "transcript", mediaType: "text/plain", bytes: 0 },
  ],
};
const unscored: Outcome = { kind: "unscored", error: { name: "JudgeError", message: "no answer" } };

/** Registers the tests of what attempts under way may keep, for one implementation. */
export function attemptProgressConformance(name: string, makeStore: MakeStore): void {
  describe(`${name} keeps what attempts have come to`, () => {
    const stores = storesUnderTest(makeStore);

    const claimed = async () => {
      const store = await stores.newStore();
      const { id } = await store.createRun(manifest, 8);
      await store.registerWorker({ id: "w1", host: "elsewhere", pid: 1 });
      await store.registerWorker({ id: "w2", host: "elsewhere", pid: 2 });
      await store.claim(id, "w1", claimOf(cell));
      return { store, id };
    };
    const contentOf = async (store: RunStore, id: string, attempt: number, artifact: string) =>
      (await store.artifact(id, cell, attempt, artifact))?.content;

    test("while it is under way, and when it is lost", async () => {
      const { store, id } = await claimed();
      expect(await store.attempts(id, cell)).toMatchObject([{ state: "running" }]);
      expect((await store.attempts(id, cell))[0]).not.toHaveProperty("progress");
      expect(await store.keepProgress(id, cell, 1, progress())).toBe(true);
      expect(await store.attempts(id, cell)).toMatchObject([{ state: "running", progress: kept }]);
      expect(await store.cell(id, cell)).toMatchObject({ outcome: null, running: true, attempts: 1 });
      await store.releaseWorker("w1");
      await store.claim(id, "w2", claimOf(cell));
      expect(await store.attempts(id, cell)).toMatchObject([
        { attempt: 1, state: "lost", progress: kept },
        { attempt: 2, state: "running" },
      ]);
      expect((await store.attempts(id, cell))[1]).not.toHaveProperty("progress");
      expect(await contentOf(store, id, 1, "output")).toBe("an answer");
      expect(await contentOf(store, id, 1, "transcript")).toBe("");
      expect(await contentOf(store, id, 2, "output")).toBeUndefined();
    });

    test("changes nothing about the money, and a charge told before is not lost", async () => {
      const { store, id } = await claimed();
      await store.openCall(id, cell, 1, opening("c1"));
      store.chargeCall(id, { callId: "c1", costUsd: 0.25, usage: usage(10), details: {} });
      await store.keepProgress(id, cell, 1, progress());
      await store.openCall(id, cell, 1, opening("c2", { payer: "judge" }));
      await store.releaseWorker("w1");
      const { spend } = (await store.cell(id, cell))!;
      expect(spend).toEqual({ subject: 0.25, judge: 0.5, agent: 0, carried: 0.5, unknownCalls: 0 });
      expect(await store.totals(id)).toMatchObject({ running: 0, attempts: 1, spend });
    });

    test("the end takes the place of the evidence; artifacts stay unless it brings others by their names", async () => {
      const { store, id } = await claimed();
      await store.keepProgress(id, cell, 1, progress());
      const artifacts = [text("judgement", "no"), text("transcript", "all of it")];
      const ended = result(unscored, { evidence: { done: true }, artifacts });
      expect(await store.endAttempt(id, cell, 1, ended)).toBe(true);
      const [attempt] = await store.attempts(id, cell);
      expect(attempt).toMatchObject({
        ...{ state: "ended", outcome: unscored, evidence: { done: true }, suspect: false },
        artifacts: [{ name: "output", bytes: 9 }, { name: "judgement" }, { name: "transcript", bytes: 9 }],
      });
      expect(attempt).not.toHaveProperty("progress");
      expect(attempt?.state === "ended" && attempt.evidence).toEqual({ done: true });
      expect(await contentOf(store, id, 1, "output")).toBe("an answer");
      expect(await contentOf(store, id, 1, "transcript")).toBe("all of it");
    });

    test("an end without artifacts leaves those that were kept", async () => {
      const { store, id } = await claimed();
      await store.keepProgress(id, cell, 1, progress());
      await store.endAttempt(id, cell, 1, result());
      expect(await store.attempts(id, cell)).toMatchObject([{ state: "ended", artifacts: kept.artifacts }]);
    });

    test("later progress takes the place of earlier one", async () => {
      const { store, id } = await claimed();
      await store.keepProgress(id, cell, 1, progress());
      const later = { evidence: { later: 1 }, suspect: false, artifacts: [text("output", "better")] };
      await store.keepProgress(id, cell, 1, later);
      const [attempt] = await store.attempts(id, cell);
      expect(attempt).toMatchObject({ progress: { evidence: { later: 1 }, suspect: false } });
      expect(await contentOf(store, id, 1, "output")).toBe("better");
      expect(await contentOf(store, id, 1, "transcript")).toBe("");
    });

    test("told at once, they are kept in their order", async () => {
      const { store, id } = await claimed();
      const artifacts = [text("output", "at the end")];
      const answers = await Promise.all([
        store.keepProgress(id, cell, 1, progress()),
        store.keepProgress(id, cell, 1, progress({ artifacts: [text("output", "again")] })),
        store.endAttempt(id, cell, 1, result(unscored, { artifacts })),
        store.keepProgress(id, cell, 1, progress({ artifacts: [text("output", "too late")] })),
      ]);
      expect(answers).toEqual([true, true, true, false]);
      expect(await contentOf(store, id, 1, "output")).toBe("at the end");
      expect(await contentOf(store, id, 1, "transcript")).toBe("");
    });

    test("an attempt that is not under way keeps nothing", async () => {
      const { store, id } = await claimed();
      await store.releaseWorker("w1");
      expect(await store.keepProgress(id, cell, 1, progress())).toBe(false);
      expect(await store.keepProgress(id, { ...cell, run: 1 }, 1, progress())).toBe(false);
      expect((await store.attempts(id, cell))[0]).not.toHaveProperty("progress");
      expect(await contentOf(store, id, 1, "output")).toBeUndefined();
      await store.claim(id, "w2", claimOf(cell));
      expect(await store.keepProgress(id, cell, 1, progress())).toBe(false);
      expect(await store.keepProgress(id, cell, 2, progress())).toBe(true);
      await store.endAttempt(id, cell, 2, result());
      expect(await store.keepProgress(id, cell, 2, progress({ evidence: {} }))).toBe(false);
      await expect(store.keepProgress("nope", cell, 1, progress())).rejects.toMatchObject({
        code: "unknown-run",
      });
    });

    test("large artifacts, again and again", async () => {
      const { store, id } = await claimed();
      const random = (seed: number) =>
        new Uint8Array(600_000).map((_, i) => ((i + seed) * 2_654_435_761) >>> 13);
      const large = (seed: number) => [
        { name: "output", mediaType: "application/octet-stream", content: random(seed) },
      ];
      await store.keepProgress(id, cell, 1, progress({ artifacts: large(1) }));
      await store.keepProgress(id, cell, 1, progress({ artifacts: large(2) }));
      expect(Buffer.compare((await contentOf(store, id, 1, "output")) as Uint8Array, random(2))).toBe(0);
      await store.endAttempt(id, cell, 1, result(unscored, { artifacts: large(3) }));
      expect(Buffer.compare((await contentOf(store, id, 1, "output")) as Uint8Array, random(3))).toBe(0);
    });

    test("without secrets, and nothing that cannot be kept", async () => {
      const { store, id } = await claimed();
      const key = `sk-${"aB3dE5fG7hJ9".repeat(3)}`;
      const dirty = { evidence: { key }, suspect: false, artifacts: [text("output", `The key is ${key}.`)] };
      await store.keepProgress(id, cell, 1, dirty);
      expect(await contentOf(store, id, 1, "output")).toBe("The key is [redacted].");
      expect(JSON.stringify(await store.attempts(id, cell))).not.toContain(key);
      const twice = progress({ artifacts: [text("a", ""), text("a", "")] });
      for (const bad of [progress({ evidence: 5 as unknown as JsonObject }), twice])
        await expect(store.keepProgress(id, cell, 1, bad)).rejects.toMatchObject({ code: "invalid-record" });
      expect(await contentOf(store, id, 1, "output")).toBe("The key is [redacted].");
    });

    test("a run goes through its lines with them", async () => {
      const { store, id } = await claimed();
      await store.keepProgress(id, cell, 1, progress());
      await store.releaseWorker("w1");
      await store.claim(id, "w2", claimOf(cell));
      await store.keepProgress(id, cell, 2, progress({ artifacts: [] }));
      const lines = await all(exportRun(store, id));
      const copy = await importRun(store as ImportingStore, lines, { id: "new" });
      expect((await all(exportRun(store, copy.id))).slice(1)).toEqual(lines.slice(1));
      expect(await store.attempts(copy.id, cell)).toMatchObject([
        { state: "lost", progress: kept },
        { state: "running", progress: { evidence, artifacts: [] } },
      ]);
      expect(await contentOf(store, copy.id, 1, "output")).toBe("an answer");
    });

    test("a closed store keeps nothing", async () => {
      const { store, id } = await claimed();
      await store.close();
      await expect(store.keepProgress(id, cell, 1, progress())).rejects.toMatchObject({
        code: "store-closed",
      });
    });
  });
}

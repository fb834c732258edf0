import { createSqliteStore, type Outcome } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { failedForSetup, tryAgain } from "./try-again.ts";

const words = { cell: "cell", score: "score" } as const;
const of = (scored: number) => ({ planned: 4, coverage: { scored } as never });

test("what failed for an outage is tried again; what failed for the setup is set right first", () => {
  expect(tryAgain(of(2), words, false, "x compare b.ts --resume")).toBe(
    "2 cells have no score. Try them again: x compare b.ts --resume",
  );
  expect(tryAgain(of(3), { cell: "run", score: "result" }, false, "x")).toBe(
    "1 run has no result. Try it again: x",
  );
  expect(tryAgain(of(2), words, true, "x")).toBe(
    "2 cells have no score. Set right what they failed for, then go on: x",
  );
  expect(tryAgain(of(3), words, true, "x")).toBe(
    "1 cell has no score. Set right what it failed for, then go on: x",
  );
});

test.each<[string, Outcome, boolean]>([
  ["a refused key", { kind: "infrastructure", error: error("refused-key") }, true],
  ["a judge whose key is refused", { kind: "unscored", error: error("refused-key") }, true],
  ["a set-up of a case that fails", { kind: "infrastructure", error: error("case-setup-failed") }, true],
  ["a request that is not taken", { kind: "infrastructure", error: error("refused-request") }, true],
  ["an outage", { kind: "infrastructure", error: error("provider-failing") }, false],
  ["a subject that broke by itself", { kind: "errored", error: error("refused-key") }, false],
  ["a pass", { kind: "passed", score: 1 }, false],
])("is it for the setup? %s", async (_, outcome, expected) => {
  const store = createSqliteStore(":memory:");
  const { id } = await store.createRun(
    {
      ...{ kind: "test", name: "n", subjects: ["s"], tasks: {}, runs: 1, models: {}, conditions: {} },
      ...{ circumstances: {}, simulated: true },
    },
    1,
  );
  await store.registerWorker({ id: "w", host: "h", pid: 1 });
  const cell = { subject: "s", task: "t", run: 0 };
  await store.claim(id, "w", { ...cell, taskHash: "h" });
  const measured = { workingMs: 1, waitingMs: 0, evidence: {}, suspect: false, artifacts: [] };
  const health = { eventLoopLagMs: 0, memoryBytes: 1, openCalls: 0 };
  await store.endAttempt(id, cell, 1, { outcome, ...measured, health });
  expect(await failedForSetup(store, { runId: id, state: "interrupted" })).toBe(expected);
  await store.close();
});

function error(code: string) {
  return { name: "E", message: "m", code };
}

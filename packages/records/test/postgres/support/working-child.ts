// Works on the cells of a run until none is left, the budget is used up, or it is killed. Says on stdout what it has
// been promised, and how much the provider has charged it. Waits for a line on stdin after it has opened its store.
import { writeSync } from "node:fs";
import { hostname } from "node:os";
import { openStoreAt } from "../../../src/index.ts";
import { used } from "../../support/used.ts";

const [url, runId, workerId, count, limit] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
];
const tell = (...words: (string | number | boolean)[]) => writeSync(1, `${words.join(" ")}\n`);
const store = await openStoreAt(url);
await store.registerWorker({ id: workerId, host: hostname(), pid: process.pid });
tell("ready");
await new Promise((resolve) => process.stdin.once("data", resolve));
process.stdin.unref();
/** Null when the attempt is not ours any more. */
const orLate = async <T>(promise: Promise<T>): Promise<T | null> =>
  promise.catch((error: unknown) => {
    if ((error as { code?: unknown }).code === "attempt-not-running") return null;
    throw error;
  });
const budget = { limitUsd: Number(limit), strict: true };
let next = 0;
let isSpent = false;
await Promise.all(
  Array.from({ length: 8 }, async () => {
    while (next < Number(count) && !isSpent) {
      const cell = { subject: "s", task: "t", run: next++ };
      const claim = await store.claim(runId, workerId, { ...cell, taskHash: "h" });
      if (claim.state !== "claimed") continue;
      tell("claimed", cell.run, claim.attempt);
      const callId = `${workerId}-${cell.run}`;
      const openedAt = new Date().toISOString();
      const call = { callId, payer: "subject" as const, modelId: "m", worstCaseUsd: 0.01, openedAt };
      const grant = await orLate(store.openCall(runId, cell, claim.attempt, call, budget));
      if (grant === null) {
        tell("late", cell.run);
        continue;
      }
      const { state } = grant;
      isSpent ||= state === "refused";
      tell(state, cell.run);
      if (state === "opened") {
        store.chargeCall(runId, { callId, costUsd: 0.008, usage: used(1, 1), details: {} });
        tell("paid", 0.008);
      }
      const ended = await store.endAttempt(runId, cell, claim.attempt, {
        outcome: isSpent ? { kind: "cancelled", reason: "no money" } : { kind: "passed", score: 1 },
        evidence: { workerId },
        ...{ workingMs: 1, waitingMs: 0, health: null, suspect: false },
        artifacts: [{ name: "output", mediaType: "text/plain", content: `answer ${cell.run} `.repeat(20) }],
      });
      tell("ended", cell.run, claim.attempt, ended, isSpent);
    }
  }),
);
await store.releaseWorker(workerId);
await store.close();

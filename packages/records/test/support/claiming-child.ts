// Waits for a line on stdin, then claims the cells of a run, ends each it gets, and prints them, one a line. After the
// first of each of its ten lanes it waits for a second line, so that others are sure to get some as well.
import { once } from "node:events";
import { hostname } from "node:os";
import { createInterface } from "node:readline";
import { createSqliteStore } from "../../src/index.ts";
import { used } from "./used.ts";

const [file, runId, workerId, count] = process.argv.slice(2) as [string, string, string, string];
const store = createSqliteStore(file);
await store.registerWorker({ id: workerId, host: hostname(), pid: process.pid });
const cells = Array.from({ length: Number(count) }, (_, run) => ({ subject: "s", task: "t", run }));
process.stdout.write("ready\n");
const lines = createInterface({ input: process.stdin });
await once(lines, "line");
const goOn = once(lines, "line");
let next = 0;
await Promise.all(
  Array.from({ length: 10 }, async () => {
    for (let cell = cells[next++]; cell !== undefined; cell = cells[next++]) {
      const claim = await store.claim(runId, workerId, { ...cell, taskHash: "h" });
      if (claim.state !== "claimed") continue;
      const callId = `${workerId}-${cell.run}`;
      const openedAt = new Date().toISOString();
      const call = { callId, payer: "subject" as const, modelId: "m", worstCaseUsd: 1, openedAt };
      await store.openCall(runId, cell, claim.attempt, call);
      const usage = used(1, 1);
      store.chargeCall(runId, { callId, costUsd: 0.001, usage, details: {} });
      const ended = await store.endAttempt(runId, cell, claim.attempt, {
        outcome: { kind: "passed", score: 1 },
        evidence: { workerId },
        workingMs: 1,
        waitingMs: 0,
        health: null,
        suspect: false,
        artifacts: [],
      });
      process.stdout.write(`${cell.run} ${claim.attempt} ${ended}\n`);
      await goOn;
    }
  }),
);
lines.close();
await store.releaseWorker(workerId);
await store.close();

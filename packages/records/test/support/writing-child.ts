// Claims, calls and ends cells until it is killed, and says so on stdout after each promise has resolved.

import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { hostname } from "node:os";
import { createSqliteStore } from "../../src/index.ts";
import { used } from "./used.ts";

flushCompileCache();
const [file, runId, workerId] = process.argv.slice(2) as [string, string, string];
const store = createSqliteStore(file);
await store.registerWorker({ id: workerId, host: hostname(), pid: process.pid });
const tell = (...words: (string | number)[]) => writeSync(1, `${words.join(" ")}\n`);
tell("ready");
let next = 0;
const usage = used(1, 1);
await Promise.all(
  Array.from({ length: 8 }, async () => {
    for (;;) {
      const cell = { subject: workerId, task: "t", run: next++ };
      const claim = await store.claim(runId, workerId, { ...cell, taskHash: "h" });
      if (claim.state !== "claimed") throw new Error(claim.state);
      tell("claimed", cell.run);
      const callId = `${workerId}-${cell.run}`;
      await store.openCall(runId, cell, 1, {
        callId,
        payer: "subject",
        modelId: "m",
        worstCaseUsd: 0.5,
        openedAt: new Date().toISOString(),
      });
      tell("opened", cell.run);
      store.chargeCall(runId, { callId, costUsd: 0.001, usage, details: {} });
      await store.endAttempt(runId, cell, 1, {
        outcome: { kind: "passed", score: 1 },
        evidence: {},
        workingMs: 1,
        waitingMs: 0,
        health: null,
        suspect: false,
        artifacts: [{ name: "output", mediaType: "text/plain", content: `answer ${cell.run} `.repeat(20) }],
      });
      tell("ended", cell.run);
    }
  }),
);

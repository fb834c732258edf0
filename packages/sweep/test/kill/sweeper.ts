// A process that sweeps 500 cells of three calls each, once it is told to; it is killed again and again. Says when it
// is ready and when cells begin to run.
import { once } from "node:events";
import { flushCompileCache } from "node:module";
import { noUsage } from "@flow-state-dev/core";
import { createSqliteStore } from "@flow-state-dev/records";
import { type RunCell, sweep } from "../../src/index.ts";
import { callsPerCell, killManifest, killPlan, worstCaseUsd } from "./plan.ts";

// What is killed writes no cache at its end.
flushCompileCache();
const [file = "", url = "", concurrency = ""] = process.argv.slice(2);
console.log("ready");
await once(process.stdin, "data");
process.stdin.destroy();
const store = createSqliteStore(file);

const runCell: RunCell = async ({ subject, task, run }, { account, attempt, signal }) => {
  for (let ordinal = 0; ordinal < callsPerCell; ordinal += 1) {
    const call = await account.open({ modelId: "acme/one", worstCaseUsd });
    const response = await fetch(url, {
      headers: { "x-call-id": call.id, "x-cell": `${subject} ${task} ${run}`, "x-attempt": String(attempt) },
      signal,
    });
    const { costUsd } = (await response.json()) as { costUsd: number };
    call.settle({
      status: "complete",
      finishReason: "stop",
      modelId: "acme/one",
      usage: { ...noUsage, inputTokens: 100 },
      usageKnown: "reported",
      costUsd,
      costBasis: "provider",
      streamed: false,
      startedAt: new Date().toISOString(),
      latencyMs: 1,
    });
  }
  return { outcome: { kind: "passed", score: 1 } };
};

const result = await sweep({
  cells: killPlan,
  manifest: killManifest,
  resume: true,
  store,
  runCell,
  limits: { concurrency: Number(concurrency) },
  // As benchmarks have it: what waits for its slot with a call that is written down is killed as well.
  claimsAhead: true,
  startsAhead: () => true,
  onEvent: (event) => {
    if (event.type === "planned") console.log(`running ${event.kept}`);
  },
});
await store.close();
console.log(result.state);

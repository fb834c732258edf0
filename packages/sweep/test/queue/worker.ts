// A process that works on the cells of a run, taken from its queue, until it is told to stop (SIGTERM) or killed. It may
// have to wait until it is told to begin, so that several begin together.
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { noUsage } from "@flow-state-dev/core";
import { openMachines, openStoreAt } from "@flow-state-dev/records";
import { queueSource, type RunCell, sweep } from "../../src/index.ts";
import { endWithParent } from "./end-with-parent.ts";
import { callsPerCell, lockMs, machinesPlan, silenceMs, worstCaseUsd } from "./plan.ts";

endWithParent();
const [url = "", queueUrl = url, runId = "", provider = "", concurrency = "8", budgetUsd = ""] =
  process.argv.slice(2);
const store = await openStoreAt(url, { silenceMs });
if (process.env.X_TEST_WAIT) {
  console.log("loaded");
  await once(process.stdin, "data");
  process.stdin.destroy();
}
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());

const runCell: RunCell = async ({ subject, task, run }, { account, attempt, signal }) => {
  // A cell that nobody survives.
  if (`${subject} ${run}` === process.env.X_TEST_POISON) process.kill(process.pid, "SIGKILL");
  if (provider === "") {
    await sleep(Number(process.env.X_TEST_SLEEP_MS ?? 50));
    return { outcome: { kind: "passed", score: 1 } };
  }
  for (let ordinal = 0; ordinal < callsPerCell; ordinal += 1) {
    const call = await account.open({ modelId: "acme/one", worstCaseUsd });
    const response = await fetch(provider, {
      headers: { "x-call-id": call.id, "x-cell": `${subject} ${task} ${run}`, "x-attempt": String(attempt) },
      signal,
    });
    const { costUsd } = (await response.json()) as { costUsd: number };
    call.settle({
      ...{
        status: "complete",
        finishReason: "stop",
        modelId: "acme/one",
        usage: { ...noUsage, inputTokens: 100 },
      },
      ...{ usageKnown: "reported", costUsd, costBasis: "provider", streamed: false },
      ...{ startedAt: new Date().toISOString(), latencyMs: 1 },
    });
  }
  return { outcome: { kind: "passed", score: 1 } };
};

const result = await sweep({
  cells: machinesPlan,
  run: runId,
  store,
  runCell,
  limits: {
    concurrency: Number(concurrency),
    strict: true,
    ...(budgetUsd !== "" && { budgetUsd: Number(budgetUsd) }),
  },
  drain: stop.signal,
  sharing: {
    role: "worker",
    source: queueSource({ url: queueUrl, lanes: [""], concurrency: Number(concurrency), lockMs }),
  },
  onEvent: (event) => {
    if (event.type === "planned") console.log("ready");
  },
});
if (result.budgetExceeded) {
  await using machines = await openMachines(url);
  await machines.postings.close(runId, "budget");
}
console.log(`ended ${result.budgetExceeded}`);
await store.close();

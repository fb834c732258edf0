// A process that works on the cells of a run, taken from its queue, until it is told to stop (SIGTERM) or killed. It
// may have to wait until it is told to begin, so that several begin together.
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { noUsage } from "@flow-state-dev/core";
import { openMachines, openStoreAt } from "@flow-state-dev/records";
import { queueSource, type RunCell, sweep } from "../../src/index.ts";
import { endWithParent } from "./end-with-parent.ts";
import { callsPerCell, lockMs, machinesPlan, sharesOptions, silenceMs, worstCaseUsd } from "./plan.ts";

endWithParent();
// A machine whose clock is wrong.
const clock = Date.now;
const aheadMs = Number(process.env.X_TEST_AHEAD_MS ?? 0);
Date.now = () => clock() + aheadMs;
const [url = "", queueUrl = url, runId = "", provider = "", concurrency = "8", budgetUsd = ""] =
  process.argv.slice(2);
const store = await openStoreAt(url, { silenceMs });
if (process.env.X_TEST_WAIT) {
  console.log("loaded");
  await once(process.stdin, "data");
  process.stdin.destroy();
}
const machines = await openMachines(url);
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());

const runCell: RunCell = async ({ subject, task, run }, { account, attempt, signal }) => {
  // A cell that nobody survives.
  if (`${subject} ${run}` === process.env.X_TEST_POISON) {
    await sleep(100);
    process.kill(process.pid, "SIGKILL");
  }
  if (provider === "") {
    await sleep(Number(process.env.X_TEST_SLEEP_MS ?? 50));
    return { outcome: { kind: "passed", score: 1 } };
  }
  for (let ordinal = 0; ordinal < callsPerCell; ordinal += 1) {
    const call = await account.open({ modelId: "acme/one", worstCaseUsd });
    const response = await fetch(provider, {
      headers: {
        ...{ "x-call-id": call.id, "x-cell": `${subject} ${task} ${run}`, "x-attempt": String(attempt) },
        ...{ "x-worker": String(process.pid), "x-sent": String(Date.now()) },
      },
      signal,
    });
    if (!response.ok) {
      call.settle({
        ...{ status: "failed", error: { name: "APICallError", message: "no", status: response.status } },
        ...{
          modelId: "acme/one",
          usage: { ...noUsage },
          usageKnown: "none",
          costUsd: 0,
          costBasis: "prices",
        },
        ...{ streamed: false, startedAt: new Date().toISOString(), latencyMs: 1 },
      });
      throw Object.assign(new Error(`HTTP ${response.status}`), {
        ...{ name: "AI_APICallError", statusCode: response.status, isRetryable: true },
      });
    }
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
    ...(process.env.X_TEST_LIMITS && { providers: JSON.parse(process.env.X_TEST_LIMITS) }),
    ...{ backoffBaseMs: 50, backoffMaxMs: 500 },
  },
  drain: stop.signal,
  sharing: {
    role: "worker",
    source: queueSource({
      ...{ url: queueUrl, lanes: [""], concurrency: Number(concurrency), lockMs },
      onTrouble: ({ message }) => console.error(`queue: ${message}`),
    }),
    providers: (id) => machines.providersFor(id, sharesOptions),
  },
  onEvent: (event) => {
    if (event.type === "planned") console.log("ready");
    if (event.type === "throttled") console.log(`throttled ${event.limit}`);
  },
});
if (result.budgetExceeded) {
  await machines.postings.close(runId, "budget");
}
await machines[Symbol.asyncDispose]();
console.log(`ended ${result.budgetExceeded}`);
await store.close();

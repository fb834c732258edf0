// Works out the first screen of a large run in a thread of its own, so that the server goes on answering.
import { parentPort, workerData } from "node:worker_threads";
import { findRun, openStore } from "@flow-state-dev/records";
import { headOf } from "./run-head.ts";
import { viewOfRun } from "./view-of-run.ts";

const { folder, runId } = workerData as { folder: string; runId: string };
const store = openStore(folder);
try {
  const run = await findRun(store, runId);
  parentPort!.postMessage(await viewOfRun(store, run, headOf(run, await store.totals(run.id))));
} finally {
  await store.close();
}

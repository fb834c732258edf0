// Works out the first screen of a large run in a thread of its own, so that the server goes on answering.
import { parentPort, workerData } from "node:worker_threads";
import { findRun } from "@flow-state-dev/records";
import { openRuns } from "../runs/open-runs.ts";
import { headOf } from "./run-head.ts";
import { viewOfRun } from "./view-of-run.ts";

const { folder, runId } = workerData as { folder: string; runId: string };
await using opened = await openRuns(folder);
const { store } = opened;
const run = await findRun(store, runId);
parentPort!.postMessage(await viewOfRun(store, run, headOf(run, await store.totals(run.id))));

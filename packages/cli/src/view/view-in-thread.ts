import { Worker } from "node:worker_threads";
import type { RunView } from "@flow-state-dev/viewer";

/** From so many cells on the statistics of a run take long enough to be noticed by whoever asks for something else. */
export const largeRun = 20_000;

/** The first screen of a run of the store in a folder, worked out in another thread. */
export function viewInThread(folder: string, runId: string): Promise<RunView> {
  // Sources run as they are; what was compiled has another name.
  const source = import.meta.url.endsWith(".ts");
  const worker = new Worker(new URL(source ? "./view-worker.ts" : "./view-worker.js", import.meta.url), {
    workerData: { folder, runId },
    execArgv: source ? ["--conditions=@flow-state-dev/source"] : [],
  });
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`The thread that works out the run ended with ${code}.`)));
  });
}

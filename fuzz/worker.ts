// Runs targets in a thread; see watched.ts.
import { parentPort, workerData } from "node:worker_threads";
import { allTargets } from "./all-targets.ts";
import { runTarget } from "./run-target.ts";
import type { WatchedJob } from "./watched.ts";

const begun = workerData as Int32Array;
parentPort!.on("message", async ({ target: name, inputs, seed, path }: WatchedJob) => {
  const target = allTargets.find((each) => each.name === name)!;
  const onInput = () => void Atomics.add(begun, 0, 1);
  const result = await runTarget(target, { inputs, seed, ...(path !== undefined && { path }), onInput });
  parentPort!.postMessage(result);
});

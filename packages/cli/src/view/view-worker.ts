// The other side of `view-thread.ts`: one question after the other, each about a large run.
import { flushCompileCache } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { findRun } from "@flow-state-dev/records/store";
import { openRuns } from "../runs/open-runs.ts";
import { gridOfRun } from "./grid-of-run.ts";
import { headOfRun } from "./run-head.ts";
import { taskFacts } from "./task-facts.ts";
import { viewOfRun } from "./view-of-run.ts";
import type { ThreadAnswer, ThreadQuestion } from "./view-thread.ts";

/** The browser draws the cells it was just given before the verdicts take its processor. */
const drawingMs = 300;

const { folder } = workerData as { folder: string };
const opened = openRuns(folder);

async function viewFor({ what, run: name }: ThreadQuestion): Promise<unknown> {
  const { store } = await opened;
  const run = await findRun(store, name);
  if (what === "grid") return gridOfRun(store, run, taskFacts(run.manifest));
  await pause(drawingMs);
  return viewOfRun(store, run, await headOfRun(store, run));
}

parentPort!.on("message", async (question: ThreadQuestion) => {
  const { id } = question;
  const answer: ThreadAnswer = await viewFor(question).then(
    (view) => ({ id, view }),
    (error: unknown) => ({ id, error }),
  );
  parentPort!.postMessage(answer);
  // The thread is ended, and not asked to end: what it has compiled would be lost.
  if (question.what === "view") flushCompileCache?.();
});

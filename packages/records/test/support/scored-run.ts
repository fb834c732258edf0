import {
  type CellId,
  failed,
  type Outcome,
  passed,
  type Run,
  type RunManifest,
  type RunStore,
} from "../../src/index.ts";

/** What is told of a cell: a score, or an outcome, and what it cost and took. */
export interface ToldCell {
  outcome: number | Outcome;
  costUsd?: number | null;
  workingMs?: number;
  suspect?: boolean;
  evidence?: Record<string, string | number | null>;
}

const usage = {
  inputTokens: 1,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};
let workers = 0;

/**
 * A finished run with these cells: by subject, by task, run after run. A score of 1 has passed, any other failed.
 * Cells without `costUsd` make no call.
 */
export async function scoredRun(
  store: RunStore,
  cells: Record<string, Record<string, readonly (ToldCell | number)[]>>,
  manifest: Partial<RunManifest> = {},
): Promise<Run> {
  const tasks = new Set(Object.values(cells).flatMap((byTask) => Object.keys(byTask)));
  const whole: RunManifest = {
    ...{ kind: "bench", name: "suite", subjects: Object.keys(cells), models: {}, conditions: {} },
    tasks: Object.fromEntries([...tasks].map((task) => [task, `hash of ${task}`])),
    runs: Math.max(
      1,
      ...Object.values(cells).flatMap((byTask) => Object.values(byTask).map((runs) => runs.length)),
    ),
    ...{ circumstances: {}, simulated: false, ...manifest },
  };
  const run = await store.createRun(whole, whole.subjects.length * tasks.size * whole.runs);
  const worker = `worker ${++workers}`;
  await store.registerWorker({ id: worker, host: "here", pid: process.pid });
  for (const [subject, byTask] of Object.entries(cells))
    for (const [task, told] of Object.entries(byTask))
      for (const [at, cell] of told.entries())
        await endCell(
          store,
          { run, worker },
          { subject, task, run: at },
          typeof cell === "number" ? { outcome: cell } : cell,
        );
  await store.releaseWorker(worker);
  await store.updateRun(run.id, { state: "finished" });
  return (await store.findRun(run.id))!;
}

async function endCell(
  store: RunStore,
  { run, worker }: { run: Run; worker: string },
  cell: CellId,
  { outcome, costUsd, workingMs = 1000, suspect = false, evidence = {} }: ToldCell,
): Promise<void> {
  const claimed = await store.claim(run.id, worker, { ...cell, taskHash: run.manifest.tasks[cell.task]! });
  if (claimed.state !== "claimed") throw new Error("taken");
  if (costUsd !== undefined) {
    const callId = JSON.stringify([cell.subject, cell.task, cell.run]);
    const opening = { callId, payer: "agent" as const, modelId: "acme/one", worstCaseUsd: 9 };
    await store.openCall(run.id, cell, claimed.attempt, { ...opening, openedAt: new Date().toISOString() });
    store.chargeCall(run.id, { callId, costUsd, usage, details: {} });
  }
  const graded = typeof outcome === "number" ? (outcome === 1 ? passed(1) : failed(outcome)) : outcome;
  await store.endAttempt(run.id, cell, claimed.attempt, {
    ...{ outcome: graded, evidence, workingMs, waitingMs: 0, health: null, suspect, artifacts: [] },
  });
}

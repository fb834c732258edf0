import {
  type CellId,
  type CountedWork,
  failed,
  type Outcome,
  openStore,
  passed,
  type Run,
  type RunManifest,
} from "@flow-state-dev/records";

/** What is kept of a cell. */
export interface KeptCell {
  outcome: number | Outcome;
  costUsd?: number | null;
  /** An agent that calls models by itself, and does not tell what that costs. */
  silent?: boolean;
  /** A judge has read and written for nothing that it cost; for nobody knows what when it is `unpriced`. */
  judged?: boolean | "unpriced";
  /** Its process died in a call: nobody knows how that ended, and it is carried at 9 dollars. */
  lost?: boolean;
  /** What its result took, where that is not what was paid for it. */
  counted?: CountedWork;
  evidence?: Record<string, unknown>;
  artifacts?: Record<string, string | Uint8Array>;
}

const usage = {
  inputTokens: 1000,
  outputTokens: 100,
  cacheReadTokens: 200,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};

/** Keeps a run, finished by default, in the records of a folder: cells by subject, by task, run after run. */
export async function keepRun(
  folder: string,
  cells: Record<string, Record<string, readonly (KeptCell | number)[]>>,
  manifest: Partial<RunManifest> = {},
  plan: { state?: Run["state"]; plannedCells?: number } = {},
): Promise<Run> {
  const store = openStore(folder);
  const tasks = new Set(Object.values(cells).flatMap((byTask) => Object.keys(byTask)));
  const lengths = Object.values(cells).flatMap((byTask) => Object.values(byTask).map(({ length }) => length));
  const whole: RunManifest = {
    ...{ kind: "bench", name: "suite", subjects: Object.keys(cells), models: {}, conditions: {} },
    tasks: Object.fromEntries([...tasks].map((task) => [task, `hash of ${task}`])),
    ...{ runs: Math.max(1, ...lengths), circumstances: {}, simulated: false, ...manifest },
  };
  const planned = plan.plannedCells ?? lengths.reduce((sum, length) => sum + length, 0);
  const run = await store.createRun(whole, planned);
  await store.registerWorker({ id: run.id, host: "here", pid: process.pid });
  for (const [subject, byTask] of Object.entries(cells))
    for (const [task, runs] of Object.entries(byTask))
      for (const [at, told] of runs.entries())
        await keepCell(
          store,
          run,
          { subject, task, run: at },
          typeof told === "number" ? { outcome: told } : told,
        );
  await store.releaseWorker(run.id);
  await store.updateRun(run.id, { state: plan.state ?? "finished" });
  await store.close();
  return run;
}

async function keepCell(
  store: ReturnType<typeof openStore>,
  run: Run,
  cell: CellId,
  {
    outcome,
    costUsd = 0.01,
    silent = false,
    judged = false,
    lost = false,
    counted,
    evidence = {},
    artifacts = {},
  }: KeptCell,
): Promise<void> {
  const claimed = await store.claim(run.id, run.id, { ...cell, taskHash: run.manifest.tasks[cell.task]! });
  if (claimed.state !== "claimed") throw new Error("taken");
  const callId = JSON.stringify(cell);
  const opening = { callId, payer: "agent", modelId: "acme/one", worstCaseUsd: 9 } as const;
  if (!silent) {
    await store.openCall(run.id, cell, claimed.attempt, { ...opening, openedAt: new Date().toISOString() });
    if (lost) return;
    store.chargeCall(run.id, { callId, costUsd, usage, details: {} });
  }
  if (judged) {
    const judging = { ...opening, callId: `judge of ${callId}`, payer: "judge" } as const;
    await store.openCall(run.id, cell, claimed.attempt, { ...judging, openedAt: new Date().toISOString() });
    store.chargeCall(run.id, {
      callId: judging.callId,
      costUsd: judged === "unpriced" ? null : 0,
      usage,
      details: {},
    });
  }
  const graded = typeof outcome === "number" ? (outcome === 1 ? passed(1) : failed(outcome)) : outcome;
  await store.endAttempt(run.id, cell, claimed.attempt, {
    ...{
      outcome: graded,
      evidence: { ...(silent && { costUsd: null, tokens: null }), ...evidence } as never,
      workingMs: 1500,
      waitingMs: 0,
      health: null,
      suspect: false,
    },
    ...(counted && { counted }),
    artifacts: Object.entries(artifacts).map(([name, content]) => ({
      name,
      mediaType: "text/plain",
      content,
    })),
  });
}

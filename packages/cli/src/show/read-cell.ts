import {
  type AttemptRecord,
  type CellRecord,
  cellUsage,
  type RecordedUsage,
  type Run,
  type RunStore,
} from "@flow-state-dev/records";
import { runCosts } from "@flow-state-dev/suites";
import { type CellEvents, readCellEvents } from "./cell-events.ts";
import { type CallCounts, countCalls } from "./count-calls.ts";

/** Everything that is kept of a cell. */
export interface CellView {
  run: Run;
  cell: CellRecord;
  attempts: readonly AttemptRecord[];
  calls: CallCounts;
  /** Tokens, those of its judge not included; null when nobody knows. */
  used: RecordedUsage | null;
  /** US dollars over all attempts, its judge not included; null when nobody knows. */
  costUsd: number | null;
  /** What it was asked; null when it was not kept. */
  prompt: string | null;
  /** Of the last attempt that ended. */
  evidence: Readonly<Record<string, unknown>>;
  events: CellEvents | null;
  /** The final answer; null when there was none. */
  output: string | null;
  patch: string | null;
  /** Names of all artifacts of that attempt. */
  artifacts: readonly string[];
}

/** Reads a cell with its last attempt that ended. */
export async function readCell(store: RunStore, run: Run, cell: CellRecord): Promise<CellView> {
  const attempts = await store.attempts(run.id, cell);
  const last = attempts.findLast(({ state }) => state === "ended");
  const names = last?.state === "ended" ? last.artifacts.map(({ name }) => name) : [];
  const text = async (name: string) => {
    if (!last || !names.includes(name)) return null;
    const artifact = await store.artifact(run.id, cell, last.attempt, name);
    return artifact === null ? null : textOf(artifact.content);
  };
  const transcript = await text("transcript");
  const events = transcript === null ? null : readCellEvents(transcript);
  return {
    run,
    cell,
    attempts,
    calls: await countCalls(store.calls(run.id, cell)),
    used: await cellUsage(store, { id: run.id, kind: run.manifest.kind }, cell),
    costUsd: (await runCosts(store, run.id, cell)).cost,
    prompt: promptOf(run, cell, events),
    evidence: last?.state === "ended" ? last.evidence : {},
    events,
    output: (await text("output")) ?? (await text("answer")),
    patch: await text("patch"),
    artifacts: names,
  };
}

/** As it is kept with the run, else the first thing that the agent was told. */
function promptOf(run: Run, { task }: CellRecord, events: CellEvents | null): string | null {
  const shown = run.manifest.circumstances.benchmark as
    | { tasks?: { id?: string; prompt?: string }[] }
    | undefined;
  const kept = Array.isArray(shown?.tasks)
    ? shown.tasks.find((each) => each?.id === task)?.prompt
    : undefined;
  if (typeof kept === "string") return kept;
  const told = events?.events.find((event) => event.type === "message" && event.role === "user");
  return told?.type === "message" ? told.text : null;
}

function textOf(content: string | Uint8Array): string {
  return typeof content === "string" ? content : new TextDecoder().decode(content);
}

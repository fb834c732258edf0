import {
  type AttemptRecord,
  artifactText,
  atSameContent,
  type CellRecord,
  cellUsage,
  type RecordedUsage,
  type Run,
  type RunStore,
} from "@flow-state-dev/records";
import { runCosts } from "@flow-state-dev/suites";
import { type CellEvents, readCellEvents } from "./cell-events.ts";
import { type CallCounts, countCalls } from "./count-calls.ts";

/** An attempt, and whether it was made while the task was another one than when the cell had its result. */
export type ShownAttempt = AttemptRecord & { ofAnother?: true };

/** Everything that is kept of a cell. */
export interface CellView {
  run: Run;
  /** Without what was done while its task was another one. */
  cell: CellRecord;
  /** All of them, also those at what its task was before. */
  attempts: readonly ShownAttempt[];
  calls: CallCounts;
  /** Tokens, those of its judge not included; null when nobody knows. */
  used: RecordedUsage | null;
  /** US dollars over all attempts at this content of its task, its judge not included; null when nobody knows. */
  costUsd: number | null;
  /** Its task is another one by now than when it had this result. */
  isOfAnother: boolean;
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
export async function readCell(store: RunStore, run: Run, record: CellRecord): Promise<CellView> {
  const attempts = await store.attempts(run.id, record);
  const { cell, store: own } = await atSameContent(store, run.id, record);
  const isOfAnother = run.manifest.tasks[cell.task] !== cell.taskHash;
  const last = attempts.findLast(({ state }) => state === "ended");
  const names = last?.state === "ended" ? last.artifacts.map(({ name }) => name) : [];
  const text = async (name: string) => {
    if (!last || !names.includes(name)) return null;
    const artifact = await store.artifact(run.id, cell, last.attempt, name);
    return artifact === null ? null : artifactText(artifact);
  };
  const transcript = await text("transcript");
  const events = transcript === null ? null : readCellEvents(transcript);
  return {
    run,
    cell,
    attempts: attempts.map((each) =>
      each.taskHash === cell.taskHash ? each : { ...each, ofAnother: true as const },
    ),
    calls: await countCalls(own.calls(run.id, cell)),
    used: await cellUsage(own, { id: run.id, kind: run.manifest.kind }, cell),
    costUsd: (await runCosts(own, run.id, cell)).cost,
    isOfAnother,
    prompt: (isOfAnother ? null : keptPrompt(run, cell)) ?? toldPrompt(events),
    evidence: last?.state === "ended" ? last.evidence : {},
    events,
    output: (await text("output")) ?? (await text("answer")),
    patch: await text("patch"),
    artifacts: names,
  };
}

/** As it is kept with the run, which is that of its tasks as they are now. */
function keptPrompt(run: Run, { task }: CellRecord): string | null {
  const shown = run.manifest.circumstances.benchmark as
    | { tasks?: { id?: string; prompt?: string }[] }
    | undefined;
  const kept = Array.isArray(shown?.tasks)
    ? shown.tasks.find((each) => each?.id === task)?.prompt
    : undefined;
  return typeof kept === "string" ? kept : null;
}

/** The first thing that the agent was told. */
function toldPrompt(events: CellEvents | null): string | null {
  const told = events?.events.find((event) => event.type === "message" && event.role === "user");
  return told?.type === "message" ? told.text : null;
}

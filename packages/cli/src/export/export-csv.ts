import { sumUsd } from "@flow-state-dev/core";
import {
  atSameContent,
  type CellRecord,
  cellCost,
  cellUsage,
  type RecordedUsage,
  type Run,
  type RunStore,
  scoreOf,
  type WorkStore,
} from "@flow-state-dev/records";
import { subjectTimes } from "@flow-state-dev/records/store";

type Value = string | number | boolean | null;

/** A cell with what it took without its judge: US dollars as far as they are known, null when nothing of them is. */
interface CsvCell extends CellRecord {
  costUsd: number | null;
  used: RecordedUsage | null;
  /** In milliseconds: of the whole cell where nobody measured its subject or agent alone. */
  ownMs: number;
}

const columns: readonly [string, (cell: CsvCell, run: Run) => Value][] = [
  ["run_id", (_, { id }) => id],
  ["kind", (_, { manifest }) => manifest.kind],
  ["name", (_, { manifest }) => manifest.name],
  ["subject", ({ subject }) => subject],
  ["task", ({ task }) => task],
  ["run", ({ run }) => run + 1],
  ["outcome", ({ outcome }) => outcome?.kind ?? null],
  ["score", ({ outcome }) => (outcome === null ? null : scoreOf(outcome))],
  ["subject_usd", ({ costUsd }) => costUsd],
  ["judge_usd", ({ spend }) => (spend.judge === 0 && spend.unknownCalls > 0 ? null : spend.judge)],
  ["carried_usd", ({ spend }) => spend.carried],
  ["unknown_calls", ({ spend }) => spend.unknownCalls],
  ["input_tokens", ({ used }) => used?.inputTokens ?? null],
  ["output_tokens", ({ used }) => used?.outputTokens ?? null],
  ["working_ms", ({ ownMs }) => Math.round(ownMs)],
  ["waiting_ms", ({ waitingMs }) => Math.round(waitingMs)],
  ["attempts", ({ attempts }) => attempts],
  ["suspect", ({ suspect }) => suspect],
  ["ended_at", ({ endedAt }) => endedAt],
  ["task_hash", ({ taskHash }) => taskHash],
  ["error", ({ outcome }) => errorOf(outcome)],
];

/** A run as CSV (RFC 4180): a row a cell. A spreadsheet takes no cell for a formula; what is not known is empty. */
export async function* exportCsv(store: RunStore, run: Run): AsyncGenerator<string, void, void> {
  yield row(columns.map(([name]) => name));
  const timeOf = await subjectTimes(store, run);
  for await (const record of store.cells(run.id)) {
    const { cell, store: own } = await atSameContent(store, run.id, record);
    const costUsd = await knownCost(own, run, cell);
    const used = await cellUsage(own, { id: run.id, kind: run.manifest.kind }, cell);
    const ownMs = timeOf(cell) ?? cell.workingMs;
    yield row(columns.map(([, value]) => value({ ...cell, costUsd, used, ownMs }, run)));
  }
}

/**
 * What is booked; null when that is nothing and nobody knows. Where something is, `unknown_calls` says if there is
 * more.
 */
async function knownCost(store: WorkStore, { id, manifest }: Run, cell: CellRecord): Promise<number | null> {
  const booked = sumUsd([cell.spend.subject, cell.spend.agent]);
  if (booked > 0) return booked;
  return (await cellCost(store, { id, kind: manifest.kind }, cell)) === null ? null : 0;
}

function errorOf(outcome: CellRecord["outcome"]): string | null {
  if (outcome === null) return null;
  if ("error" in outcome) return outcome.error.message;
  return outcome.kind === "cancelled" ? outcome.reason : null;
}

function row(values: readonly Value[]): string {
  return `${values.map(csvField).join(",")}\r\n`;
}

/** One field. Text that a spreadsheet would run gets an apostrophe before it. */
export function csvField(value: Value): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = value.toWellFormed().replaceAll("\0", "\ufffd");
  const safe = /^[\s]*[=+\-@\t\r|%＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

import type { Artifact, AttemptRecord, KeptProgress } from "../attempt.ts";
import type { CallRecord } from "../call.ts";
import type { CellId, CellRecord } from "../cell.ts";
import { sumCalls, summariseCell } from "../cell-summary.ts";
import type { ImportedAttempt, ImportedCell } from "../imported-run.ts";
import type { Run } from "../run.ts";
import type { RunTotals } from "../run-store.ts";
import { toSpend, toUsage } from "../sums.ts";

/** Version of the JSON form of a run that is written here; it changes when a reader of the old one would be misled. */
export const runFormatVersion = 1;

/** First line. */
export interface HeaderLine {
  format: "x-run";
  version: number;
  run: Run;
}

/** A call without what its place in the file says. */
export type CallInLine = DistributiveOmit<CallRecord, keyof CellId | "attempt">;

/** An artifact with its content: text as it is, bytes in base64. */
export type ArtifactInLine = { name: string; mediaType: string } & ({ text: string } | { base64: string });

/** An attempt with its calls and artifacts, without what its place in the file says. */
export type AttemptInLine = DistributiveOmit<AttemptRecord, keyof CellId | "artifacts" | "progress"> & {
  /** Of one that has not ended; its artifacts are those of the attempt. */
  progress?: Omit<KeptProgress, "artifacts">;
  calls: CallInLine[];
  artifacts: ArtifactInLine[];
};

/** One line a cell. Everything but the attempts follows from them. */
export interface CellLine {
  cell: Omit<CellRecord, "attempts"> & { attempts: AttemptInLine[] };
}

/** Last line: what the cells add up to, and how many there are. A file without it is cut off. */
export interface TotalsLine {
  totals: RunTotals;
  cells: number;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** The line of a cell. */
export function toCellLine(cell: ImportedCell): CellLine {
  const records = cell.attempts.map(({ attempt }) => attempt);
  const summary = summariseCell(
    cell,
    records,
    cell.attempts.flatMap(({ calls }) => calls),
  );
  return { cell: { ...summary, attempts: cell.attempts.map(toAttemptInLine) } };
}

/** The cell of a line. The line must be valid by the schema. */
export function fromCellLine({ cell }: CellLine): ImportedCell {
  const id = { subject: cell.subject, task: cell.task, run: cell.run };
  const attempts = cell.attempts.map(({ calls, artifacts, ...attempt }): ImportedAttempt => {
    const number = { attempt: attempt.attempt };
    const contents = artifacts.map(toArtifact);
    const record = {
      ...{ ...id, ...attempt, ...(attempt.state === "ended" && { artifacts: [] }) },
      ...(attempt.progress && { progress: { ...attempt.progress, artifacts: [] } }),
    };
    return {
      attempt: record as AttemptRecord,
      calls: calls.map((call) => ({ ...id, ...number, ...call }) as CallRecord),
      artifacts: contents,
    };
  });
  return { ...id, attempts };
}

function toAttemptInLine({ attempt, calls, artifacts }: ImportedAttempt): AttemptInLine {
  const { subject: _s, task: _t, run: _r, spend: _spend, usage: _usage, ...rest } = attempt;
  const sums = sumCalls(calls);
  const line = { ...rest, spend: toSpend(sums), usage: toUsage(sums), calls: calls.map(toCallInLine) };
  const progress = attempt.state === "ended" ? undefined : attempt.progress;
  return {
    ...line,
    artifacts: artifacts.map(toArtifactInLine),
    ...(progress && { progress: { evidence: progress.evidence, suspect: progress.suspect } }),
  } as AttemptInLine;
}

function toCallInLine(call: CallRecord): CallInLine {
  const { subject: _s, task: _t, run: _r, attempt: _a, ...rest } = call;
  return rest as CallInLine;
}

function toArtifactInLine({ name, mediaType, content }: Artifact): ArtifactInLine {
  if (typeof content === "string") return { name, mediaType, text: content };
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return { name, mediaType, base64: bytes.toString("base64") };
}

function toArtifact(line: ArtifactInLine): Artifact {
  const { name, mediaType } = line;
  if ("text" in line) return { name, mediaType, content: line.text };
  return { name, mediaType, content: new Uint8Array(Buffer.from(line.base64, "base64")) };
}

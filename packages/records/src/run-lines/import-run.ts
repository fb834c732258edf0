import { callGivenTwice, InvalidRecordError } from "../errors/record-errors.ts";
import { markImported } from "../imported-at.ts";
import type { ImportedCell, ImportingStore, StagedRun } from "../imported-run.ts";
import type { Run } from "../run.ts";
import {
  checkTotals,
  isObject,
  type LineChecks,
  loadLineChecks,
  readCell,
  readHeader,
  refuseBadId,
} from "./check-lines.ts";
import { LineReader } from "./line-reader.ts";
import { MalformedLineError, TruncatedRunError } from "./run-file-errors.ts";
import type { SchemaCheck } from "./schema-check.ts";
import type { RunText } from "./split-lines.ts";
import { TotalsOfCells } from "./totals-of-cells.ts";

/** So many cells may be on their way into the store at a time: bounds memory. */
const cellsAtOnce = 64;

/**
 * Takes over a run from its JSON form: the whole text, its lines with or without their breaks, or pieces cut anywhere,
 * such as a stream gives. It keeps its id, unless `id` is `new`. All or nothing: a line that is malformed or does not
 * add up, a missing end, or a crash leave nothing. With `at`, an ISO time, it is marked as one that was taken in then,
 * for `importedAt`; without, it is as if it had been made here.
 */
export async function importRun(
  store: ImportingStore,
  text: RunText,
  options: { id?: "same" | "new"; at?: string } = {},
): Promise<Run> {
  const checks = loadLineChecks();
  const reader = new LineReader(text);
  try {
    const staged = await stage(store, reader, checks.header, options);
    try {
      await readCells(reader, checks, (cell) => staged.add(cell));
      return await staged.commit();
    } catch (error) {
      // What cannot be removed now is by a later import; what is told is the cause.
      await staged.discard().catch(() => {});
      throw error;
    }
  } finally {
    await reader.end();
  }
}

async function stage(
  store: ImportingStore,
  reader: LineReader,
  check: SchemaCheck,
  { id, at }: { id?: "same" | "new"; at?: string },
): Promise<StagedRun> {
  const { run: given, line } = await readRun(reader, check);
  const run = at === undefined ? given : { ...given, manifest: markImported(given.manifest, at) };
  const isNew = id === "new";
  if (!isNew) refuseBadId(run.id, line);
  try {
    return await store.stageRun(run, isNew ? null : run.id);
  } catch (error) {
    throw refusal(error, line);
  }
}

/** The run in the first line, and the number of that. */
export async function readRun(reader: LineReader, check: SchemaCheck): Promise<{ run: Run; line: number }> {
  const header = await reader.next();
  if (header === null) throw new TruncatedRunError(0);
  return { run: readHeader(header.value, header.number, check), line: header.number };
}

/** What the store refuses is a fault of the line it comes from. */
function refusal(error: unknown, line: number): unknown {
  return error instanceof InvalidRecordError
    ? new MalformedLineError(line, `is refused: ${error.message}`)
    : error;
}

/** Has a call of the cell the id of one before it? Remembers them all. */
function hasRepeated({ attempts }: ImportedCell, callIds: Set<string>): boolean {
  const before = callIds.size;
  const calls = attempts.flatMap((attempt) => attempt.calls);
  for (const { callId } of calls) callIds.add(callId);
  return callIds.size < before + calls.length;
}

/**
 * Hands each cell over as it is read, a few at a time, and resolves when all are taken. An error when a line is
 * malformed or does not add up, when one is refused, and when the end is missing.
 */
export async function readCells(
  reader: LineReader,
  checks: LineChecks,
  take: (cell: ImportedCell) => Promise<void>,
): Promise<void> {
  const totals = new TotalsOfCells();
  const callIds = new Set<string>();
  const adding = new Set<Promise<void>>();
  let problem: unknown = null;
  const add = (cell: ImportedCell, line: number) => {
    const added = take(cell)
      .catch((error: unknown) => {
        problem ??= refusal(error, line);
      })
      .finally(() => adding.delete(added));
    adding.add(added);
  };
  try {
    while (problem === null) {
      const next = await reader.next();
      if (next === null) throw new TruncatedRunError(reader.count);
      const { value, number } = next;
      if (isObject(value) && "totals" in value) {
        checkTotals(value, number, checks.totals, totals);
        if ((await reader.next()) !== null)
          throw new MalformedLineError(reader.count, "comes after the end of the run");
        break;
      }
      const cell = readCell(value, number, checks.cell, totals);
      add(cell, number);
      // Not every store finds it by itself; a line that is there twice is told to be that.
      if (hasRepeated(cell, callIds)) throw refusal(callGivenTwice(), number);
      if (adding.size >= cellsAtOnce) await Promise.all(adding);
    }
  } catch (error) {
    await Promise.all(adding);
    // A cell that was refused comes before what was found while it was on its way.
    throw problem ?? error;
  }
  await Promise.all(adding);
  if (problem !== null) throw problem;
}

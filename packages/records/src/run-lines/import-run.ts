import { readFileSync } from "node:fs";
import { canonicalJson } from "../canonical-json.ts";
import { definitionHash } from "../definition-hash.ts";
import { InvalidRecordError } from "../errors/record-errors.ts";
import { markImported } from "../imported-at.ts";
import type { ImportedCell, ImportingStore, StagedRun } from "../imported-run.ts";
import { isDeeperThan, maxJsonDepth } from "../json-depth.ts";
import { redacted } from "../redact.ts";
import type { Run } from "../run.ts";
import { runsBeforeLast } from "../run-id.ts";
import { MalformedLineError, NewerRunFormatError, TruncatedRunError } from "./run-file-errors.ts";
import {
  type CellLine,
  fromCellLine,
  type HeaderLine,
  runFormatVersion,
  type TotalsLine,
  toCellLine,
} from "./run-line.ts";
import { type JsonSchema, type SchemaCheck, schemaCheck } from "./schema-check.ts";
import { type RunText, splitLines, type TextLine } from "./split-lines.ts";
import { TotalsOfCells } from "./totals-of-cells.ts";

/** Around what may be nested as deep as it likes up to the limit: the line, its cell, the attempts, an attempt, … */
const levelsOfLine = 8;

/** Ids are typed, and become names of files. */
const longestId = 100;

/** Of a plan: ten times what any run here was tried with. */
const mostCells = 10_000_000;

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
      await importCells(staged, reader, checks);
      return await staged.commit();
    } catch (error) {
      await staged.discard();
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
  const header = await reader.next();
  if (header === null) throw new TruncatedRunError(0);
  const given = readHeader(header.value, header.number, check);
  const run = at === undefined ? given : { ...given, manifest: markImported(given.manifest, at) };
  const isNew = id === "new";
  if (!isNew) refuseBadId(run.id, header.number);
  try {
    return await store.stageRun(run, isNew ? null : run.id);
  } catch (error) {
    throw refusal(error, header.number);
  }
}

/** What the store refuses is a fault of the line it comes from. */
function refusal(error: unknown, line: number): unknown {
  return error instanceof InvalidRecordError
    ? new MalformedLineError(line, `is refused: ${error.message}`)
    : error;
}

async function importCells(staged: StagedRun, reader: LineReader, checks: LineChecks): Promise<void> {
  const totals = new TotalsOfCells();
  const adding = new Set<Promise<void>>();
  let problem: unknown = null;
  const add = (cell: ImportedCell, line: number) => {
    const added = staged
      .add(cell)
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
      add(readCell(value, number, checks.cell, totals), number);
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

function readHeader(value: unknown, line: number, check: SchemaCheck): Run {
  if (!isObject(value) || value.format !== "x-run")
    throw new MalformedLineError(line, 'does not begin a run: it has no "format":"x-run"');
  const { version } = value;
  if (typeof version === "number" && version > runFormatVersion)
    throw new NewerRunFormatError(version, runFormatVersion);
  refuse(check(value), line);
  const { run } = value as unknown as HeaderLine;
  refuseOtherDefinition(run, line);
  refuseTooMany(run, line);
  return run;
}

/** Readers make room for every cell of a plan; a few letters must not stand for more than a machine can hold. */
function refuseTooMany({ manifest, plannedCells }: Run, line: number): void {
  const { subjects, tasks, runs } = manifest;
  const cells = Math.max(plannedCells, subjects.length * Object.keys(tasks).length * runs, runs);
  if (cells > mostCells)
    throw new MalformedLineError(
      line,
      `is of a run of ${cells.toLocaleString("en-US")} cells; at most ${mostCells.toLocaleString("en-US")} can be read`,
    );
}

function refuseBadId(id: string, line: number): void {
  const way = "; import the run under a new id";
  if (runsBeforeLast(id) !== null)
    throw new MalformedLineError(line, `gives the run the id "${id}", which means the latest run${way}`);
  if (id.length > longestId)
    throw new MalformedLineError(line, `gives the run an id of ${id.length} characters${way}`);
  if (/^[.-]/.test(id))
    throw new MalformedLineError(line, `gives the run the id "${id}", which is no name of a file${way}`);
}

/** The hash was made before secrets were taken out; where one was, it cannot be made again. */
function refuseOtherDefinition({ manifest, definition }: Run, line: number): void {
  if (definition === definitionHash(manifest) || JSON.stringify(manifest).includes(redacted)) return;
  throw new MalformedLineError(line, "does not add up: its definition is not the hash of its manifest");
}

function readCell(value: unknown, line: number, check: SchemaCheck, totals: TotalsOfCells): ImportedCell {
  refuse(check(value), line);
  const given = value as CellLine;
  const cell = fromCellLine(given);
  cell.attempts.forEach(({ attempt }, index) => {
    if (attempt.attempt !== index + 1)
      throw new MalformedLineError(line, `has attempt ${attempt.attempt} in place ${index + 1}`);
    if (attempt.state === "running" && index < cell.attempts.length - 1)
      throw new MalformedLineError(line, `has attempt ${index + 1} running though another follows`);
  });
  const derived = toCellLine(cell).cell;
  for (const name of Object.keys(derived) as (keyof typeof derived)[])
    if (name !== "attempts" && canonicalJson(derived[name]) !== canonicalJson(given.cell[name]))
      throw new MalformedLineError(
        line,
        `does not add up: its ${name} is not what its attempts and calls give`,
      );
  derived.attempts.forEach((attempt, index) => {
    for (const name of ["spend", "usage"] as const)
      if (canonicalJson(attempt[name]) !== canonicalJson(given.cell.attempts[index]![name]))
        throw new MalformedLineError(
          line,
          `does not add up: the ${name} of its attempt ${index + 1} is not what its calls give`,
        );
  });
  totals.add(derived, cell.attempts.length);
  return cell;
}

function checkTotals(value: object, line: number, check: SchemaCheck, totals: TotalsOfCells): void {
  refuse(check(value), line);
  const given = value as TotalsLine;
  if (given.cells !== totals.cells)
    throw new MalformedLineError(line, `says ${given.cells} cells, but there are ${totals.cells}`);
  const derived = totals.totals();
  for (const name of Object.keys(derived) as (keyof typeof derived)[])
    if (canonicalJson(derived[name]) !== canonicalJson(given.totals[name]))
      throw new MalformedLineError(line, `does not add up: its ${name} is not what the cells give`);
}

function refuse(problem: string | null, line: number): void {
  if (problem !== null) throw new MalformedLineError(line, `is not valid: ${problem}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

type LineChecks = Record<"header" | "cell" | "totals", SchemaCheck>;

function loadLineChecks(): LineChecks {
  const file = new URL("../../schema/run.schema.json", import.meta.url);
  const schema = JSON.parse(readFileSync(file, "utf8")) as JsonSchema;
  const of = (name: string) => schemaCheck(schema, name);
  return { header: of("headerLine"), cell: of("cellLine"), totals: of("totalsLine") };
}

const tooDeep = `is nested deeper than ${maxJsonDepth} levels`;

/** Lines as values, empty ones left out. */
class LineReader {
  readonly #lines: AsyncGenerator<TextLine, void, void>;
  count = 0;

  constructor(text: RunText) {
    this.#lines = splitLines(text);
  }

  async next(): Promise<{ value: unknown; number: number } | null> {
    const line = await this.#nextLine();
    if (line === null) return null;
    const { text, number, hasBreak } = line;
    try {
      const value: unknown = JSON.parse(text);
      if (isDeeperThan(maxJsonDepth + levelsOfLine, value)) throw new MalformedLineError(number, tooDeep);
      return { value, number };
    } catch (error) {
      if (error instanceof RangeError) throw new MalformedLineError(number, tooDeep);
      if (!(error instanceof SyntaxError)) throw error;
      // Text that breaks off in the last line is a file that was cut, not one that was written wrongly.
      if (!hasBreak && (await this.#nextLine()) === null) throw new TruncatedRunError(number);
      throw new MalformedLineError(number, "is not JSON");
    }
  }

  async end(): Promise<void> {
    await this.#lines.return();
  }

  async #nextLine(): Promise<TextLine | null> {
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done === true) return null;
      this.count = value.number;
      if (value.text.trim() !== "") return value;
    }
  }
}

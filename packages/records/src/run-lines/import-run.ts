import { readFileSync } from "node:fs";
import { canonicalJson } from "../canonical-json.ts";
import { InvalidRecordError } from "../errors/record-errors.ts";
import type { ImportedCell, ImportingStore, StagedRun } from "../imported-run.ts";
import type { Run } from "../run.ts";
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
import { TotalsOfCells } from "./totals-of-cells.ts";

/** So many cells may be on their way into the store at a time: bounds memory. */
const cellsAtOnce = 64;

/**
 * Takes over a run from its JSON form, with or without line breaks at the ends of the lines. It keeps its id, unless
 * `id` is `new`. All or nothing: a line that is malformed or does not add up, a missing end, or a crash leave nothing.
 */
export async function importRun(
  store: ImportingStore,
  lines: AsyncIterable<string> | Iterable<string>,
  options: { id?: "same" | "new" } = {},
): Promise<Run> {
  const checks = loadLineChecks();
  const reader = new LineReader(lines);
  const header = await reader.next();
  if (header === null) throw new TruncatedRunError(0);
  const run = readHeader(header.value, header.number, checks.header);
  const staged = await store.stageRun(run, options.id === "new" ? null : run.id);
  try {
    await importCells(staged, reader, checks);
    return await staged.commit();
  } catch (error) {
    await reader.end();
    await staged.discard();
    throw error;
  }
}

async function importCells(staged: StagedRun, reader: LineReader, checks: LineChecks): Promise<void> {
  const totals = new TotalsOfCells();
  const adding = new Set<Promise<void>>();
  let problem: unknown = null;
  const add = (cell: ImportedCell, line: number) => {
    const added = staged
      .add(cell)
      .catch((error: unknown) => {
        problem ??=
          error instanceof InvalidRecordError
            ? new MalformedLineError(line, `is refused: ${error.message}`)
            : error;
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
  return (value as unknown as HeaderLine).run;
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

/** Lines as values, empty ones left out. */
class LineReader {
  readonly #lines: AsyncIterator<string> | Iterator<string>;
  count = 0;

  constructor(lines: AsyncIterable<string> | Iterable<string>) {
    this.#lines = Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]();
  }

  async next(): Promise<{ value: unknown; number: number } | null> {
    const text = await this.#nextText();
    if (text === null) return null;
    try {
      return { value: JSON.parse(text), number: this.count };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      // Text that breaks off in the last line is a file that was cut, not one that was written wrongly.
      const number = this.count;
      if ((await this.#nextText()) === null) throw new TruncatedRunError(number);
      throw new MalformedLineError(number, "is not JSON");
    }
  }

  async end(): Promise<void> {
    await this.#lines.return?.();
  }

  async #nextText(): Promise<string | null> {
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done === true) return null;
      this.count++;
      if (value.trim() !== "") return value;
    }
  }
}

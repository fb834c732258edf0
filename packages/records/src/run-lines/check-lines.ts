import { readFileSync } from "node:fs";
import { canonicalJson } from "../canonical-json.ts";
import { definitionHash } from "../definition-hash.ts";
import type { ImportedCell } from "../imported-run.ts";
import { redacted } from "../redact.ts";
import type { Run } from "../run.ts";
import { runsBeforeLast } from "../run-id.ts";
import { MalformedLineError, NewerRunFormatError } from "./run-file-errors.ts";
import {
  type CellLine,
  fromCellLine,
  type HeaderLine,
  runFormatVersion,
  type TotalsLine,
  toCellLine,
} from "./run-line.ts";
import { type JsonSchema, type SchemaCheck, schemaCheck } from "./schema-check.ts";
import type { TotalsOfCells } from "./totals-of-cells.ts";

/** Ids are typed, and become names of files. */
const longestId = 100;

/** Of a plan: ten times what any run here was tried with. */
const mostCells = 10_000_000;

/** The run in the first line. */
export function readHeader(value: unknown, line: number, check: SchemaCheck): Run {
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

/** Refuses an id that cannot be kept. */
export function refuseBadId(id: string, line: number): void {
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

/** The cell in a line, counted in `totals`. */
export function readCell(
  value: unknown,
  line: number,
  check: SchemaCheck,
  totals: TotalsOfCells,
): ImportedCell {
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

/** Refuses a last line that says something else than the cells before it. */
export function checkTotals(value: object, line: number, check: SchemaCheck, totals: TotalsOfCells): void {
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

/** Has the value members? */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** A check for each kind of line. */
export type LineChecks = Record<"header" | "cell" | "totals", SchemaCheck>;

/** Reads the schema of the lines. */
export function loadLineChecks(): LineChecks {
  const file = new URL("../../schema/run.schema.json", import.meta.url);
  const schema = JSON.parse(readFileSync(file, "utf8")) as JsonSchema;
  const of = (name: string) => schemaCheck(schema, name);
  return { header: of("headerLine"), cell: of("cellLine"), totals: of("totalsLine") };
}

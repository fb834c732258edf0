import { readFile } from "node:fs/promises";
import { toErrorRecord } from "@flow-state-dev/core";
import { DatasetError, type EvalCase, withIds } from "./eval-case.ts";
import { parseCsv } from "./parse-csv.ts";

/** A row of a CSV file, by the names of its first row. */
export type CsvRow = Record<string, string>;

/** From a row to a case. */
export interface CsvMapping<TInput = unknown, TExpected = unknown> {
  input: (row: CsvRow) => TInput;
  expected?: (row: CsvRow) => TExpected;
  /** `case-<position>`, from 0, when absent. */
  id?: (row: CsvRow) => string;
  metadata?: (row: CsvRow) => Record<string, unknown>;
}

/**
 * A dataset from CSV: a path, or the text itself, which has more than one line. The first row names the columns.
 * Rejects with a `DatasetError` that says which row is wrong: every row has as many fields as there are columns, and an
 * input that is not undefined.
 */
export async function fromCsv<TInput = unknown, TExpected = unknown>(
  source: string,
  mapping: CsvMapping<TInput, TExpected>,
): Promise<(EvalCase<TInput, TExpected> & { id: string })[]> {
  const [columns = [], ...rows] = parseCsv(/[\r\n]/.test(source) ? source : await read(source));
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) throw new DatasetError(`two columns are called ${JSON.stringify(twice)}`);
  return withIds(rows.map((fields, index) => toCase(columns, fields, index, mapping)));
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new DatasetError(`${path} cannot be read: ${toErrorRecord(error).message}`, error);
  }
}

function toCase<TInput, TExpected>(
  columns: readonly string[],
  fields: readonly string[],
  index: number,
  { input, expected, id, metadata }: CsvMapping<TInput, TExpected>,
): EvalCase<TInput, TExpected> {
  if (fields.length !== columns.length) {
    const found = `row ${index + 2} has ${fields.length} fields for ${columns.length} columns`;
    throw new DatasetError(separator(columns) ? `${found}; ${named(columns)}` : found);
  }
  const row = Object.fromEntries(columns.map((name, column) => [name, fields[column]!]));
  const given = input(row);
  if (given === undefined) throw new DatasetError(`row ${index + 2} has no input; ${named(columns)}`);
  return {
    ...(id && { id: id(row) }),
    input: given,
    ...(expected && { expected: expected(row) }),
    ...(metadata && { metadata: metadata(row) }),
  };
}

/** The columns as they were read, and what may have gone wrong with them. */
function named(columns: readonly string[]): string {
  const names = columns.map((name) => JSON.stringify(name)).join(", ");
  const between = separator(columns);
  const hint = between && `, which looks like columns between ${between}: put commas between them`;
  return `the columns are ${names}${hint ?? ""}`;
}

/** What seems to stand between the columns in place of commas; null when commas do. */
function separator(columns: readonly string[]): string | null {
  if (columns.length !== 1) return null;
  if (columns[0]!.includes(";")) return "semicolons";
  return columns[0]!.includes("\t") ? "tabs" : null;
}

import { readFile } from "node:fs/promises";
import { checkSchema, describeIssues, type Schema, toErrorRecord } from "@flow-state-dev/core";
import { describeValue } from "../benchmark/check/describe-value.ts";
import { DatasetError, type EvalCase, withIds } from "./eval-case.ts";

/** What is done with each entry, in this order. */
export interface LoadDatasetOptions<TInput = unknown, TExpected = unknown> {
  /** What an entry has to be; what the schema makes of it is taken. */
  schema?: Schema;
  /** From an entry to a case. */
  transform?: (entry: any, index: number) => EvalCase<TInput, TExpected>;
}

/**
 * A dataset from JSON: a list, the text of one (beginning with a bracket), or the path of a file that holds one. Each
 * entry has an `input` in the end, and an id of its own or that of its position. Rejects with a `DatasetError` that
 * says which entry is wrong.
 */
export async function loadDataset<TInput = unknown, TExpected = unknown>(
  source: string | readonly unknown[],
  options: LoadDatasetOptions<TInput, TExpected> = {},
): Promise<(EvalCase<TInput, TExpected> & { id: string })[]> {
  const entries = typeof source === "string" ? await readList(source) : source;
  if (!Array.isArray(entries)) {
    throw new DatasetError(
      `it is ${describeValue(entries)}; give a list of cases, the text of one or the path of a file`,
    );
  }
  const cases: EvalCase<TInput, TExpected>[] = [];
  for (const [index, entry] of entries.entries()) cases.push(await readCase(entry, index, options));
  return withIds(cases);
}

async function readList(source: string): Promise<readonly unknown[]> {
  const isText = /^\s*\[/.test(source);
  const place = isText ? "the text" : source;
  try {
    const text = isText ? source : await readFile(source, "utf8");
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (Array.isArray(value)) return value;
  } catch (error) {
    throw new DatasetError(`${place} cannot be read: ${toErrorRecord(error).message}`, error);
  }
  throw new DatasetError(`${place} holds no list; write [ … ] around the cases`);
}

async function readCase<TInput, TExpected>(
  entry: unknown,
  index: number,
  { schema, transform }: LoadDatasetOptions<TInput, TExpected>,
): Promise<EvalCase<TInput, TExpected>> {
  let value = entry;
  if (schema) {
    const checked = await checkSchema(schema, value);
    if (!checked.ok) throw new DatasetError(`case ${index}: ${describeIssues(checked.issues)}`);
    value = checked.value;
  }
  if (transform) value = transform(value, index);
  if (typeof value !== "object" || value === null || !("input" in value)) {
    throw new DatasetError(`case ${index} has no input; give it one, or a transform that makes it`);
  }
  return value as EvalCase<TInput, TExpected>;
}

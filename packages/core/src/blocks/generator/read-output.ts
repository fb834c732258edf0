import { checkSchema, type Schema, type SchemaIssue } from "../../schema/schema.ts";
import { type OutputPhase, OutputValidationError } from "../output-validation-error.ts";
import type { OutputFormat } from "./output-format.ts";
import { parseLeniently, parseStrictly, structuresAmongWords, structuresOf } from "./parse-answer.ts";

/** What an answer came to: an output, or what is wrong with it. */
export type ReadOutput =
  | { ok: true; value: unknown }
  | { ok: false; phase: OutputPhase; issues: SchemaIssue[]; candidate: unknown };

/** How an answer is read. */
export interface Reading {
  format: OutputFormat;
  schema: Schema | undefined;
  lenient: boolean;
  /** See `RepairConfig`. */
  oneAnswer: boolean;
  cutOff: boolean;
}

/** Reads a text answer as the output it should be. */
export async function readOutput(text: string, reading: Reading): Promise<ReadOutput> {
  const { format, schema, lenient, oneAnswer, cutOff } = reading;
  if (format.kind === "text") return schema ? firstThatFits(schema, [text]) : { ok: true, value: text };
  const parsed = lenient ? await parseLeniently(text, cutOff) : parseStrictly(text);
  const check = (value: unknown): Promise<ReadOutput> => {
    const candidates = candidatesOf(value, reading);
    return schema ? firstThatFits(schema, candidates) : Promise.resolve({ ok: true, value: candidates[0] });
  };
  const whole = parsed.ok ? await check(parsed.value) : unread(text, parsed.message);
  const read = whole.ok || !lenient || cutOff ? whole : ((await onlyAmongWords(text, check)) ?? whole);
  if (!read.ok || !oneAnswer || !(await holdsAnother(text, read.value, cutOff, check))) return read;
  return unread(text, "it holds several answers that differ, and which of them counts cannot be told");
}

function unread(text: string, message: string): ReadOutput {
  return { ok: false, phase: "parse", issues: [{ path: "", message }], candidate: text };
}

/** The structure that fits, of those that stand among words; undefined without one, or with several that differ. */
async function onlyAmongWords(
  text: string,
  check: (value: unknown) => Promise<ReadOutput>,
): Promise<ReadOutput | undefined> {
  const fitting = (await Promise.all(structuresAmongWords(text).map(check))).filter((read) => read.ok);
  const differing = new Set(fitting.map(({ value }) => JSON.stringify(value)));
  return differing.size === 1 ? fitting[0] : undefined;
}

/** What may be the output in what an answer is; the same written as JSON in a text of JSON, when read leniently. */
function candidatesOf(value: unknown, { format, lenient }: Reading): unknown[] {
  const inner = innerOutput(value);
  const wrapped = format.kind === "json" && format.wrapped;
  const candidates = wrapped ? (inner ? [inner.value] : [value]) : [value];
  if (lenient && inner) candidates.push(wrapped ? value : inner.value);
  return lenient ? [...candidates, ...candidates.flatMap(writtenIn)] : candidates;
}

/** The value that a text writes as JSON; none in what is no such text. */
function writtenIn(value: unknown): unknown[] {
  const written = typeof value === "string" ? parseStrictly(value) : undefined;
  return written?.ok ? [written.value] : [];
}

/** Checks a value that did not come from the model as text. */
export function checkOutput(schema: Schema | undefined, value: unknown): Promise<ReadOutput> {
  return schema ? firstThatFits(schema, [value]) : Promise.resolve({ ok: true, value });
}

/** The error for an answer that does not fit. */
export function outputError(
  blockName: string,
  rawOutput: string,
  failure: Extract<ReadOutput, { ok: false }>,
): OutputValidationError {
  const { phase, issues } = failure;
  return new OutputValidationError({ blockName, rawOutput, phase, issues });
}

async function firstThatFits(schema: Schema, candidates: readonly unknown[]): Promise<ReadOutput> {
  let first: ReadOutput | undefined;
  for (const candidate of candidates) {
    const result = await checkSchema(schema, candidate);
    if (result.ok) return result;
    first ??= { ok: false, phase: "validate", issues: result.issues, candidate };
  }
  return first!;
}

/** Is there an answer beside the one that was read that fits and differs, or that was cut off? */
async function holdsAnother(
  text: string,
  output: unknown,
  cutOff: boolean,
  check: (value: unknown) => Promise<ReadOutput>,
): Promise<boolean> {
  const { structures, open } = await structuresOf(text, cutOff);
  const known = JSON.stringify(output);
  const others = await Promise.all(structures.map(check));
  return open || others.some((other) => other.ok && JSON.stringify(other.value) !== known);
}

function innerOutput(value: unknown): { value: unknown } | undefined {
  if (typeof value !== "object" || value === null || !("output" in value)) return undefined;
  return { value: value.output };
}

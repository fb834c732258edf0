import { checkSchema, type Schema, type SchemaIssue } from "../../schema/schema.ts";
import { type OutputPhase, OutputValidationError } from "../output-validation-error.ts";
import type { OutputFormat } from "./output-format.ts";
import { fencedStructures, parseLeniently, parseStrictly } from "./parse-answer.ts";

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
  if (!parsed.ok) {
    return { ok: false, phase: "parse", issues: [{ path: "", message: parsed.message }], candidate: text };
  }
  const { value } = parsed;
  if (schema && oneAnswer && (await severalFit(schema, text))) {
    const message = "it holds several answers that differ, and which of them counts cannot be told";
    return { ok: false, phase: "parse", issues: [{ path: "", message }], candidate: text };
  }
  const inner = innerOutput(value);
  const candidates = format.wrapped ? (inner ? [inner.value] : [value]) : [value];
  if (lenient && inner) candidates.push(format.wrapped ? value : inner.value);
  return schema ? firstThatFits(schema, candidates) : { ok: true, value };
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

/** Are there answers in code fences that fit and differ? */
async function severalFit(schema: Schema, text: string): Promise<boolean> {
  const structures = new Map(fencedStructures(text).map((each) => [JSON.stringify(each), each]));
  if (structures.size < 2) return false;
  const fits = await Promise.all([...structures.values()].map((each) => checkSchema(schema, each)));
  return fits.filter(({ ok }) => ok).length > 1;
}

function innerOutput(value: unknown): { value: unknown } | undefined {
  if (typeof value !== "object" || value === null || !("output" in value)) return undefined;
  return { value: value.output };
}

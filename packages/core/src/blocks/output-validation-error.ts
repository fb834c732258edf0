import { FlowError } from "../errors/flow-error.ts";
import { describeIssues, type SchemaIssue } from "../schema/schema.ts";

/** Where an output was found wanting: not JSON at all, not what the schema says, or still wrong after asking again. */
export type OutputPhase = "parse" | "validate" | "repair";

/** Facts about an output that does not fit. */
export interface OutputValidationFacts {
  blockName: string;
  issues: readonly SchemaIssue[];
  phase: OutputPhase;
  /** What the block gave; kept up to 4,000 characters. */
  rawOutput: unknown;
  cause?: unknown;
}

const longestRawOutput = 4000;

/** What a block gave out does not fit its output schema. */
export class OutputValidationError extends FlowError {
  override readonly name: string = "OutputValidationError";
  readonly issues: readonly SchemaIssue[];

  constructor(facts: OutputValidationFacts) {
    super(
      `The output of block "${facts.blockName}" does not fit its schema: ${describeIssues(facts.issues)}.`,
      {
        code: "output-validation-error",
        blockName: facts.blockName,
        cause: facts.cause,
        details: { rawOutput: bounded(facts.rawOutput), issues: facts.issues, phase: facts.phase },
      },
    );
    this.issues = facts.issues;
  }
}

function bounded(value: unknown): unknown {
  const text = typeof value === "string" ? value : safeJson(value);
  return text.length > longestRawOutput ? `${text.slice(0, longestRawOutput)}…` : text;
}

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

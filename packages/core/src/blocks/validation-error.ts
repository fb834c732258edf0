import { FlowError } from "../errors/flow-error.ts";
import { describeIssues, type SchemaIssue } from "../schema/schema.ts";

/** A value that was given to a block, or written to a state, does not fit its schema. */
export class ValidationError extends FlowError {
  override readonly name: string = "ValidationError";
  readonly issues: readonly SchemaIssue[];

  constructor(facts: { blockName: string; what: "input" | "state"; issues: readonly SchemaIssue[] }) {
    super(
      `The ${facts.what} of block "${facts.blockName}" does not fit its schema: ${describeIssues(facts.issues)}.`,
      {
        code: "validation-error",
        blockName: facts.blockName,
        details: { issues: facts.issues },
      },
    );
    this.issues = facts.issues;
  }
}

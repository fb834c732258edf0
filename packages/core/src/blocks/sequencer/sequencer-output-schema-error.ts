import { FlowError } from "../../errors/flow-error.ts";
import { describeIssues, type SchemaIssue } from "../../schema/schema.ts";

/** What a sequencer ended with does not fit the output schema it declares. */
export class SequencerOutputSchemaError extends FlowError {
  override readonly name: string = "SequencerOutputSchemaError";
  readonly issues: readonly SchemaIssue[];

  constructor(facts: { blockName: string; issues: readonly SchemaIssue[] }) {
    super(
      `The output of sequencer "${facts.blockName}" does not fit its outputSchema: ${describeIssues(facts.issues)}.`,
      {
        code: "sequencer_output_schema_error",
        blockName: facts.blockName,
        details: { issues: facts.issues },
      },
    );
    this.issues = facts.issues;
  }
}

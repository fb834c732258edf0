import { FlowError } from "../errors/flow-error.ts";
import type { CallContext } from "../model/call-context.ts";

/** Only recorded answers were allowed, and there is none for this call. */
export class CacheMissError extends FlowError {
  override readonly name = "CacheMissError";
  /** The key that was looked for. */
  readonly key: string;

  constructor(facts: { modelId: string; address?: string | undefined; key: string; context: CallContext }) {
    const { block, cell, ordinal } = facts.context;
    const place = [
      block === undefined ? "" : ` by block "${block}"`,
      ordinal === undefined ? "" : `, call ${ordinal}`,
      cell === undefined ? "" : `, in cell "${cell}"`,
    ].join("");
    const at = facts.address === undefined ? "" : ` at ${facts.address}`;
    super(
      `No answer of ${facts.modelId}${at} is recorded for this call${place} (key ${facts.key.slice(0, 12)}…): ` +
        "the request changed or was never recorded. Run once with the cache in use, not in replay, to record it.",
      { code: "cache-miss", blockName: block, details: { key: facts.key } },
    );
    this.key = facts.key;
  }
}

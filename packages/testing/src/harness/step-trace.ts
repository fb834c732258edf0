import type { BlockKind, BlockTotals, ErrorRecord, TraceNode } from "@flow-state-dev/core";

/** One block that ran inside another, with all that ran inside it. */
export interface StepTrace extends BlockTotals {
  blockName: string;
  kind: BlockKind;
  /** Names from the outermost block to this one, branches included. */
  path: string;
  input: unknown;
  /** Undefined when it failed. */
  output: unknown;
  /** Null when it did not fail. */
  error: ErrorRecord | null;
  /** In the order in which they began. */
  steps: StepTrace[];
}

/** What ran inside a block, in the order in which it began. Blocks that were cut off before they ended are left out. */
export function stepsOf(node: TraceNode | undefined): StepTrace[] {
  return (node?.children ?? []).flatMap((child) => {
    const { started, ended } = child;
    if (!ended) return [];
    const { usage, costUsd, calls, durationMs, waitedMs } = ended;
    return {
      blockName: started.name,
      kind: started.kind,
      path: started.path,
      input: started.input,
      output: ended.type === "block.finished" ? ended.output : undefined,
      error: ended.type === "block.failed" ? ended.error : null,
      ...{ usage, costUsd, calls, durationMs, waitedMs },
      steps: stepsOf(child),
    };
  });
}

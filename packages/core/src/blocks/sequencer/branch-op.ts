import { FlowError } from "../../errors/flow-error.ts";
import type { BlockDefinition } from "../block.ts";
import type { Op, ValueFunction } from "./op.ts";
import { holds, runTarget } from "./step-ops.ts";

/** No condition of a branch held. */
export class NoBranchError extends FlowError {
  override readonly name: string = "NoBranchError";

  constructor(blockName: string, branches: readonly string[]) {
    super(
      `No branch of "${blockName}" took the value: ${branches.join(", ")}; add one whose condition always holds.`,
      { code: "no-branch", blockName, details: { branches } },
    );
  }
}

/** What the input is, when it applies, what runs. */
export type BranchTuple = readonly [
  connector: ValueFunction,
  condition: ValueFunction,
  block: BlockDefinition,
];

/** The first branch whose condition holds for the value. */
export function branchOp(branches: Readonly<Record<string, BranchTuple>>): Op {
  const entries = Object.entries(branches);
  return async (value, frame) => {
    for (const [key, [connector, condition, block]] of entries) {
      if (!(await holds(condition, value, frame))) continue;
      return runTarget({ connector, block }, value, frame, { segment: `${key}:${block.name}` });
    }
    const names = entries.map(([key]) => key);
    throw new NoBranchError(frame.name, names);
  };
}

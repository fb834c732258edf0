import { FlowError } from "../errors/flow-error.ts";

/** A block or capability was put together in a way that cannot work; thrown where it is written, before any run. */
export class ConstructionError extends FlowError {
  override readonly name: string = "ConstructionError";

  constructor(message: string, blockName?: string) {
    super(message, { code: "construction-error", ...(blockName !== undefined && { blockName }) });
  }
}

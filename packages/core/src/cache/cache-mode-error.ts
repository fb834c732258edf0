import { FlowError } from "../errors/flow-error.ts";

/** A cache was to be used in a way that does not exist. */
export class CacheModeError extends FlowError {
  override readonly name = "CacheModeError";

  constructor(mode: unknown, known: readonly string[]) {
    const shown = typeof mode === "string" ? JSON.stringify(mode) : String(mode);
    super(`There is no cache mode ${shown}. Give one of ${known.join(", ")}.`, {
      code: "invalid-cache-mode",
      details: { known: [...known] },
    });
  }
}

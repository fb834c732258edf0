import { FlowError } from "../errors/flow-error.ts";

/** A key that cannot be sent. Its value is not shown. */
export class InvalidKeyError extends FlowError {
  override readonly name = "InvalidKeyError";

  /** `setting` is the variable or option that holds the key. */
  constructor(setting: string, blockName?: string) {
    super(`${setting} contains a line break or another character that no header can carry. Set it again.`, {
      code: "invalid-key",
      blockName,
      details: { setting },
    });
  }
}

/** Can a header carry it? Visible ASCII and blanks, nothing else. */
export function isSendableKey(key: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(key);
}

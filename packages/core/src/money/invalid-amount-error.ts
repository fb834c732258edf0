import { FlowError } from "../errors/flow-error.ts";

/** An amount of money that is none: not a number, negative, or without end. */
export class InvalidAmountError extends FlowError {
  override readonly name = "InvalidAmountError";

  constructor(what: string, amount: unknown) {
    super(`${what} is ${String(amount)}. It has to be a finite number of US dollars, 0 or more.`, {
      code: "invalid-amount",
      details: { what, amount: String(amount) },
    });
  }
}

/** The amount, if it is one; throws `InvalidAmountError` otherwise. */
export function checkAmount(what: string, amount: number): number {
  if (typeof amount !== "number" || !Number.isFinite(amount) || amount < 0) {
    throw new InvalidAmountError(what, amount);
  }
  return amount;
}

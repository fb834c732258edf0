import type { Account, OpenCall } from "../money/account.ts";
import type { Frame } from "./frame.ts";
import { observeAccount } from "./observed-account.ts";

/** How long a block that ends waits for calls it has opened to be booked; enough for a call that heeds its signal. */
const graceMs = 50;

/** The calls one block run has opened and that are not booked yet. */
export class OpenCalls {
  readonly #payer: Account;
  readonly #frame: Frame;
  readonly #open = new Set<OpenCall>();
  #account: Account | undefined;
  #allBooked: (() => void) | undefined;

  constructor(payer: Account, frame: Frame) {
    this.#payer = payer;
    this.#frame = frame;
  }

  /** The account, as the block may use it. */
  get account(): Account {
    this.#account ??= observeAccount(this.#payer, {
      opened: (call) => this.#open.add(call),
      charged: (call, charge) => {
        this.#open.delete(call);
        this.#frame.charged(charge);
        if (this.#open.size === 0) this.#allBooked?.();
      },
    });
    return this.#account;
  }

  /** Resolves when all are booked, or when waiting longer would hold up the run. */
  async settled(): Promise<void> {
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#allBooked = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

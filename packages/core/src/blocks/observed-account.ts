import type { Account, CallIntent, ChildAccountOptions, OpenCall } from "../money/account.ts";
import type { Charge, Payer } from "../money/charge.ts";
import type { Usage } from "../money/usage.ts";

/** Who wants to know what an account pays for. */
export interface AccountObserver {
  opened(call: OpenCall): void;
  charged(call: OpenCall, charge: Charge): void;
}

/** The same account, and its children, with somebody looking on: each call is told once opened and once charged. */
export function observeAccount(account: Account, observer: AccountObserver): Account {
  return new ObservedAccount(account, observer);
}

/** A class, since every block has one: an object with getters of its own takes two kilobytes. */
class ObservedAccount implements Account {
  readonly #account: Account;
  readonly #observer: AccountObserver;
  readonly #above: Account | undefined;

  constructor(account: Account, observer: AccountObserver, above?: Account) {
    this.#account = account;
    this.#observer = observer;
    this.#above = above;
  }

  /** The account that an observed one is a child of. */
  static above(account: Account): Account | undefined {
    return #above in account ? account.#above : undefined;
  }

  get name(): string {
    return this.#account.name;
  }
  get path(): readonly string[] {
    return this.#account.path;
  }
  get payer(): Payer {
    return this.#account.payer;
  }
  get limitUsd(): number | undefined {
    return this.#account.limitUsd;
  }
  get strict(): boolean {
    return this.#account.strict;
  }
  get spentUsd(): number {
    return this.#account.spentUsd;
  }
  get leftUsd(): number | undefined {
    return this.#account.leftUsd;
  }
  get reservedUsd(): number {
    return this.#account.reservedUsd;
  }
  get openCalls(): number {
    return this.#account.openCalls;
  }
  get calls(): number {
    return this.#account.calls;
  }
  get unpricedCalls(): number {
    return this.#account.unpricedCalls;
  }
  get usage(): Usage {
    return this.#account.usage;
  }

  async open(intent: CallIntent): Promise<OpenCall> {
    return observeCall(await this.#account.open(intent), this.#observer);
  }

  child(options: ChildAccountOptions): Account {
    return new ObservedAccount(this.#account.child(options), this.#observer, this);
  }
}

/** Does what the first account pays count in the second, as far as a block can have made it a child of that? */
export function isWithin(account: Account, other: Account): boolean {
  for (let each: Account | undefined = account; each !== undefined; each = ObservedAccount.above(each))
    if (each === other) return true;
  return false;
}

function observeCall(call: OpenCall, observer: AccountObserver): OpenCall {
  let settled = false;
  const observed: OpenCall = {
    id: call.id,
    signal: call.signal,
    settle(facts) {
      const charge = call.settle(facts);
      if (!settled) {
        settled = true;
        observer.charged(observed, charge);
      }
      return charge;
    },
  };
  observer.opened(observed);
  return observed;
}

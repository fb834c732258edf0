import type { Account, CallIntent, ChildAccountOptions, OpenCall } from "../money/account.ts";
import type { Charge } from "../money/charge.ts";

/** Who wants to know what an account pays for. */
export interface AccountObserver {
  opened(call: OpenCall): void;
  charged(call: OpenCall, charge: Charge): void;
}

/** The same account, and its children, with somebody looking on: each call is told once opened and once charged. */
export function observeAccount(account: Account, observer: AccountObserver): Account {
  return {
    get name() {
      return account.name;
    },
    get path() {
      return account.path;
    },
    get payer() {
      return account.payer;
    },
    get limitUsd() {
      return account.limitUsd;
    },
    get strict() {
      return account.strict;
    },
    get spentUsd() {
      return account.spentUsd;
    },
    get leftUsd() {
      return account.leftUsd;
    },
    get reservedUsd() {
      return account.reservedUsd;
    },
    get openCalls() {
      return account.openCalls;
    },
    get calls() {
      return account.calls;
    },
    get unpricedCalls() {
      return account.unpricedCalls;
    },
    get usage() {
      return account.usage;
    },
    open: async (intent: CallIntent) => observeCall(await account.open(intent), observer),
    child: (options: ChildAccountOptions) => observeAccount(account.child(options), observer),
  };
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

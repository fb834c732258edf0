import type { Bag, Baggable, Charge, Ledger, OpenedCall } from "@flow-state-dev/core";
import type { CallCharge, CellId, Json, JsonObject, RunStore } from "@flow-state-dev/records";
import { CellOverError } from "./cell-over-error.ts";

/** The attempt a call is written down under. */
export interface BookedAttempt extends Baggable {
  readonly cell: CellId;
  readonly attempt: number;
  /** Name of the account its calls are on; undefined while it has made none. */
  readonly accountName: string | undefined;
  onCharge(charge: Charge): void;
}

/**
 * The ledger of a sweep: writes every call into the store, under the attempt whose account it is on. A call goes out
 * only when its opening is durable.
 */
export class CallBook implements Ledger {
  readonly #store: RunStore;
  readonly #runId: string;
  readonly #attempts: Bag<BookedAttempt>;
  #likely: BookedAttempt | undefined;

  /** `attempts` are those under way. */
  constructor(store: RunStore, runId: string, attempts: Bag<BookedAttempt>) {
    this.#store = store;
    this.#runId = runId;
    this.#attempts = attempts;
  }

  /** A name for an account that no attempt under way has. */
  uniqueName(name: string): string {
    let unique = name;
    for (let n = 2; this.#find(unique); n++) unique = `${name} (${n})`;
    return unique;
  }

  /** The attempt that opens or books a call now; spares looking for it by the name of its account. */
  expect(attempt: BookedAttempt): void {
    this.#likely = attempt;
  }

  async opened({ callId, accounts, payer, modelId, worstCaseUsd, openedAt }: OpenedCall): Promise<void> {
    const attempt = this.#attemptOf(accounts);
    if (!attempt) throw new CellOverError(accounts[1] ?? "The cell");
    const opening = { callId, payer, modelId, worstCaseUsd, openedAt };
    await this.#store.openCall(this.#runId, attempt.cell, attempt.attempt, opening);
  }

  charged(charge: Charge): void {
    const attempt = this.#attemptOf(charge.accounts);
    this.#store.chargeCall(this.#runId, toCallCharge(charge));
    attempt?.onCharge(charge);
  }

  #attemptOf(accounts: readonly string[]): BookedAttempt | undefined {
    const [, name] = accounts;
    const likely = this.#likely;
    if (likely && likely.accountName === name && likely.place !== -1) return likely;
    return this.#find(name);
  }

  #find(name: string | undefined): BookedAttempt | undefined {
    return name === undefined ? undefined : this.#attempts.find(({ accountName }) => accountName === name);
  }
}

function toCallCharge(charge: Charge): CallCharge {
  const { callId, costUsd, usage, accounts: _, payer: __, modelId: ___, ...details } = charge;
  return { callId, costUsd, usage, details: plain(details) };
}

function plain(value: object): JsonObject {
  const entries = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(([name, each]): [string, Json] => [name, typeof each === "object" && each ? plain(each) : each]);
  return Object.fromEntries(entries);
}

import type { Account, CallIntent, ChildAccountOptions, OpenCall, Payer, Usage } from "@flow-state-dev/core";
import type { CellCalls } from "./cell-calls.ts";

/** The account of a cell as the cell sees it: the same sums, and calls that open under the limits of the sweep. */
export class CellAccount implements Account {
  readonly #inner: Account;
  readonly #calls: CellCalls;

  constructor(inner: Account, calls: CellCalls) {
    this.#inner = inner;
    this.#calls = calls;
  }

  get name(): string {
    return this.#inner.name;
  }
  get path(): readonly string[] {
    return this.#inner.path;
  }
  get payer(): Payer {
    return this.#inner.payer;
  }
  get limitUsd(): number | undefined {
    return this.#inner.limitUsd;
  }
  get strict(): boolean {
    return this.#inner.strict;
  }
  get spentUsd(): number {
    return this.#inner.spentUsd;
  }
  get leftUsd(): number | undefined {
    return this.#inner.leftUsd;
  }
  get reservedUsd(): number {
    return this.#inner.reservedUsd;
  }
  get openCalls(): number {
    return this.#inner.openCalls;
  }
  get calls(): number {
    return this.#inner.calls;
  }
  get unpricedCalls(): number {
    return this.#inner.unpricedCalls;
  }
  get usage(): Usage {
    return this.#inner.usage;
  }

  open(intent: CallIntent): Promise<OpenCall> {
    const opening = this.#calls.open(this.#inner, intent);
    // A call that nobody waits for is refused when the cell has ended; that must not look like an error nobody saw.
    opening.catch(ignore);
    return opening;
  }

  child(options: ChildAccountOptions): Account {
    return new CellAccount(this.#inner.child(options), this.#calls);
  }
}

function ignore(): void {}

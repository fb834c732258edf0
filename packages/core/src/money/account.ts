import type { Charge, ChargeFacts, Payer } from "./charge.ts";
import type { Usage } from "./usage.ts";

/** A call that wants to open. */
export interface CallIntent {
  modelId: string;
  blockName?: string;
  /** Under which id its price was looked up, when that is another. */
  pricedAs?: string;
  /** The most this call can cost; null when the model has no price. Reserved in strict mode. */
  worstCaseUsd: number | null;
  /** Ends the wait for money (strict mode), nothing else. */
  signal?: AbortSignal;
}

/** A call that has opened and will end in one charge. */
export interface OpenCall {
  readonly id: string;
  /** Fires when the limit of any account above is passed while the call is under way. */
  readonly signal: AbortSignal;
  /** Books the call. The first time counts; later ones change nothing and return the first charge. */
  settle(facts: ChargeFacts): Charge;
}

/** A call as it is written down the moment it opens. */
export interface OpenedCall {
  callId: string;
  accounts: readonly string[];
  payer: Payer;
  modelId: string;
  blockName?: string;
  worstCaseUsd: number | null;
  openedAt: string;
}

/** Where the books are kept. `opened` is awaited before the call goes out. */
export interface Ledger {
  opened(call: OpenedCall): void | Promise<void>;
  charged(charge: Charge): void;
}

/** A child account: a cell of a run, the judge of a cell. */
export interface ChildAccountOptions {
  name: string;
  limitUsd?: number;
  payer?: Payer;
}

/** Options of the outermost account. */
export interface AccountOptions {
  name: string;
  limitUsd?: number;
  payer?: Payer;
  /** What earlier processes have spent of it, when a run is continued; counts against the limit. */
  alreadySpentUsd?: number;
  /** Reserve the worst case of every call before it opens, so that the limit is never passed. */
  strict?: boolean;
  /** With a limit, calls to models without a price are refused; this lets them through, uncounted. */
  allowUnpriced?: boolean;
  ledger?: Ledger;
}

/**
 * Who pays. Accounts nest (call → cell → run); a charge counts in its account and in every one above.
 * `open` rejects with a `BudgetExceededError` when this account or one above is spent, and with an
 * `UnpricedModelError` when there is a limit and the model has no price.
 */
export interface Account {
  readonly name: string;
  /** Names from the outermost account to this one. */
  readonly path: readonly string[];
  readonly payer: Payer;
  readonly limitUsd: number | undefined;
  readonly strict: boolean;
  /** Exact sum of all known costs. */
  readonly spentUsd: number;
  /**
   * What this account and every one above can still bear, amounts held back for calls under way not taken off;
   * undefined when none of them has a limit.
   */
  readonly leftUsd: number | undefined;
  /** Held back for calls under way; 0 unless strict. */
  readonly reservedUsd: number;
  /** Calls under way. */
  readonly openCalls: number;
  /** Calls booked. */
  readonly calls: number;
  /** Calls booked whose cost is not known. */
  readonly unpricedCalls: number;
  readonly usage: Usage;
  open(intent: CallIntent): Promise<OpenCall>;
  child(options: ChildAccountOptions): Account;
}

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
  /** It was made already, by somebody who tells of it now: it is booked also for a cell that was told to stop. */
  made?: boolean;
}

/**
 * What a call is booked with. `carried` when nobody knows how it ended: then its cost is the most it can have been,
 * until it is booked with what it was.
 */
export type Settlement = ChargeFacts & { carried?: boolean };

/** A call that has opened and will end in one charge. */
export interface OpenCall {
  readonly id: string;
  /** Fires when the limit of any account above is passed while the call is under way. */
  readonly signal: AbortSignal;
  /**
   * Books the call. The first time counts; later ones change nothing and return the first charge, unless that one was
   * carried: then the later one takes its place. Numbers that no book can hold do not keep it open: a cost that is none
   * is booked as the worst case, a number of tokens that is none as an estimate. Throws only when the ledger cannot
   * write, and has ended the call by then.
   */
  settle(facts: Settlement): Charge;
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

/**
 * What the books say to a call that wants to open, where others spend from the same limit: whether it is written down,
 * or refused because there is no money left for it; and what others have spent of the outermost account in all.
 */
export interface LedgerAnswer {
  state: "opened" | "refused";
  /** In US dollars. Below 0 when what was booked here stands at less in the books. */
  elsewhereUsd: number;
}

/** Where the books are kept. */
export interface Ledger {
  /**
   * Awaited before the call goes out. No answer means that it is written down and nobody else spends. Books that are
   * shared may wait for money that others hold back; the signal ends that wait.
   */
  opened(call: OpenedCall, signal?: AbortSignal): void | Promise<LedgerAnswer | undefined> | Promise<void>;
  /** A carried charge may be followed by one of the same call that takes its place. */
  charged(charge: Charge & Pick<Settlement, "carried">): void;
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
  /**
   * Calls back after so many milliseconds, as a seam; what it returns takes the call back. In strict mode calls that
   * wait for each other's money are found out by it.
   */
  after?: (ms: number, callback: () => void) => () => void;
}

/** The account that has none above it. */
export interface OutermostAccount extends Account {
  /**
   * What others have spent of it in all by now, in US dollars; it counts in `spentUsd` and against the limit, and calls
   * under way are cut off when it passes that. May come down again.
   */
  learn(elsewhereUsd: number): void;
}

/**
 * Who pays. Accounts nest (call → cell → run); a charge counts in its account and in every one above.
 * `open` rejects with a `BudgetExceededError` when this account or one above is spent and the call is not free, and
 * with an `UnpricedModelError` when there is a limit and the model has no price.
 */
export interface Account {
  readonly name: string;
  /** Names from the outermost account to this one. */
  readonly path: readonly string[];
  readonly payer: Payer;
  readonly limitUsd: number | undefined;
  readonly strict: boolean;
  /** Exact sum of all known costs, those of others on the outermost account included. */
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

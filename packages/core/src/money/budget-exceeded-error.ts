import { FlowError } from "../errors/flow-error.ts";
import { formatUsd } from "./format-usd.ts";

/** The account that ended it, and by how much. */
export interface BudgetExceededFacts {
  /** Name of the account whose limit it is. */
  account: string;
  limitUsd: number;
  spentUsd: number;
  /** Strict mode: what the refused call could have cost; absent when the account is spent anyway. */
  worstCaseUsd?: number;
}

/** An account may bear no more: a call was refused, or cut off while under way. */
export class BudgetExceededError extends FlowError {
  override readonly name = "BudgetExceededError";
  readonly account: string;
  readonly limitUsd: number;
  readonly spentUsd: number;
  /** What the refused call could have cost, in US dollars; undefined when the account is spent anyway. */
  readonly worstCaseUsd: number | undefined;

  constructor(facts: BudgetExceededFacts) {
    super(messageOf(facts), { code: "budget-exceeded", details: { ...facts } });
    this.account = facts.account;
    this.limitUsd = facts.limitUsd;
    this.spentUsd = facts.spentUsd;
    this.worstCaseUsd = facts.worstCaseUsd;
  }
}

function messageOf({ account, limitUsd, spentUsd, worstCaseUsd }: BudgetExceededFacts): string {
  const spent = `${formatUsd(spentUsd)} of ${formatUsd(limitUsd)}`;
  if (worstCaseUsd === undefined) return `${account} is spent: ${spent}. Raise its limit to go on.`;
  return (
    `${account} has spent ${spent}, and this call may cost ${formatUsd(worstCaseUsd)}, ` +
    "which a strict budget holds back first. Raise the limit, or allow shorter answers only: the longest that is allowed counts."
  );
}

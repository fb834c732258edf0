import {
  type Account,
  FlowError,
  formatMoneyApart,
  formatUsd,
  fromNanoUsd,
  toErrorRecord,
  toNanoUsd,
} from "@flow-state-dev/core";
import { type CellId, keyOfCell, type Outcome } from "@flow-state-dev/records";
import type { CellResult } from "@flow-state-dev/sweep";
import type { AgentReport } from "../../agent/agent-report.ts";

/** Too little of a budget was left by attempts that an outage ended. */
class OutagesTookBudgetError extends FlowError {
  override readonly name = "OutagesTookBudgetError";

  constructor(budget: Pick<CaseBudget, "limitUsd" | "spentBeforeUsd">, outage: string) {
    super(
      `${tookSentence(budget.spentBeforeUsd, budget.limitUsd)} What was left did not suffice. ${outage}`,
      {
        code: "outages-took-budget",
        retryable: false,
      },
    );
  }
}

/** The whole budget of a case does not pay for the first call. Nobody has tried anything, so that is no result. */
class BudgetTooSmallError extends FlowError {
  override readonly name = "BudgetTooSmallError";

  constructor(limitUsd: number, wantedUsd: number | undefined) {
    const [limit, wanted] = formatMoneyApart([limitUsd, wantedUsd ?? limitUsd]);
    const most = wantedUsd === undefined ? "" : `, which may cost up to ${wanted}`;
    super(
      `The budget of this case (${limit}) does not pay for one call of its model${most}. No call was made and nothing was spent: raise its "budget", or choose a cheaper model.`,
      { code: "budget-too-small", retryable: false },
    );
  }
}

function tookSentence(spentUsd: number, limitUsd: number): string {
  return `${formatUsd(spentUsd)} of the ${formatUsd(limitUsd)} budget of this case went to attempts that an outage ended.`;
}

/** The budget of one run of a case: its attempts share it, as long as one process makes them. */
export class CaseBudget {
  readonly limitUsd: number;
  /** Those of the agent, attempt by attempt: what they bear may be booked when the attempt is long over. */
  readonly #accounts: Account[] = [];
  /** What the attempt before came to; undefined before the first. */
  last: CellResult | undefined;

  constructor(limitUsd: number) {
    this.limitUsd = limitUsd;
  }

  /**
   * US dollars that all attempts have spent, the one under way included; calls whose end nobody knows at their most.
   */
  get spentUsd(): number {
    return sumOf(this.#accounts);
  }

  /** The same without the last attempt that was opened. */
  get spentBeforeUsd(): number {
    return sumOf(this.#accounts.slice(0, -1));
  }

  /** US dollars, at least 0. */
  get leftUsd(): number {
    return fromNanoUsd(Math.max(0, toNanoUsd(this.limitUsd) - toNanoUsd(this.spentUsd)));
  }

  /** The account of the agent for the next attempt, limited by what is left; what the judge costs is not in it. */
  open(cell: Account): Account {
    const account = cell.child({ name: "agent", limitUsd: this.leftUsd, payer: "agent" });
    this.#accounts.push(account);
    return account;
  }

  /**
   * How an agent ended that had less than the whole budget, or whose first call the whole does not pay for: running
   * over that is no result of its.
   *
   * @param run name of the account of the whole run, whose limit is another matter
   */
  endOf(report: AgentReport, run: string): AgentReport {
    if (report.ended !== "over-budget" || report.account === run) return report;
    const { ended: _ended, account: _account, wantedUsd, untried = false, ...figures } = report;
    if (this.spentBeforeUsd === 0 && !untried) return report;
    const error = toErrorRecord(
      this.spentBeforeUsd > 0
        ? new OutagesTookBudgetError(this, messageOf(this.last?.outcome))
        : new BudgetTooSmallError(this.limitUsd, wantedUsd),
    );
    return { ...figures, ended: "infrastructure", detail: error.message, error };
  }
}

/** The budgets of the cells that one process works on. */
export class CaseBudgets {
  /** Of cells that may be tried again. */
  readonly #kept = new Map<string, CaseBudget>();

  /**
   * Makes an attempt with what earlier ones have left. One that left nothing is the last, and its outage the outcome.
   */
  async attempt(
    cell: CellId,
    limitUsd: number,
    work: (budget: CaseBudget) => Promise<CellResult>,
  ): Promise<CellResult> {
    const key = keyOfCell(cell);
    const budget = this.#kept.get(key) ?? new CaseBudget(limitUsd);
    this.#kept.delete(key);
    if (budget.last && budget.leftUsd === 0) return givenUp(budget.last, budget);
    const result = await work(budget);
    if (result.outcome.kind !== "infrastructure" || result.retry === false) return result;
    if (budget.leftUsd === 0) return givenUp(result, budget);
    budget.last = result;
    this.#kept.set(key, budget);
    return result;
  }
}

function givenUp(result: CellResult, { spentUsd, limitUsd }: CaseBudget): CellResult {
  const { outcome } = result;
  if (outcome.kind !== "infrastructure") return result;
  const message = `${outcome.error.message} It is not tried again: ${tookSentence(spentUsd, limitUsd)}`;
  return { ...result, outcome: { ...outcome, error: { ...outcome.error, message } }, retry: false };
}

function messageOf(outcome: Outcome | undefined): string {
  return outcome && "error" in outcome ? outcome.error.message : "";
}

function sumOf(accounts: readonly Account[]): number {
  return fromNanoUsd(accounts.reduce((sum, { spentUsd }) => sum + toNanoUsd(spentUsd), 0));
}

import {
  type Account,
  BudgetExceededError,
  type Clock,
  type ErrorRecord,
  type PriceTable,
  publishedPrices,
  sumUsd,
  systemClock,
  toErrorRecord,
} from "@flow-state-dev/core";
import type { Exchange } from "./exchange.ts";
import {
  defaultMaxBytes,
  defaultTimeouts,
  type GatewayOptions,
  type GatewayTimeouts,
} from "./gateway-options.ts";
import { HeldBytes } from "./held-bytes.ts";
import type { CostOf } from "./request-size.ts";
import { Retries } from "./retries.ts";
import { addExchange, type GatewayTotals, noTotals } from "./totals.ts";
import { findUpstream, type Upstream } from "./upstream.ts";
import { openAgents } from "./upstream-agents.ts";
import type { WireName } from "./wires/wire-name.ts";

/** A call that can be ended from outside. */
export interface CallUnderWay {
  /** What it has cost so far at the least, in US dollars. */
  readonly soFarUsd: number;
  cut(reason: Error): void;
}

/** Everything that the requests of one gateway share. */
export class GatewayState {
  readonly account: Account;
  readonly agent: string | undefined;
  readonly clock: Clock;
  readonly timeouts: GatewayTimeouts;
  readonly maxRequestBytes: number;
  readonly maxAnswerBytes: number;
  /** Requests in memory, as they came: the largest that may be, and as much again beside it. */
  readonly held: HeldBytes;
  readonly retries = new Retries();
  readonly agents = openAgents();
  readonly totals: GatewayTotals = noTotals();
  /** Calls that were sent on and have not ended. */
  readonly underWay = new Set<CallUnderWay>();
  /** Everything that is being answered. */
  readonly pending = new Set<Promise<void>>();
  /** Fires when the budget ends a call, with the error that says so. */
  readonly budget = new AbortController();
  overBudget: BudgetExceededError | null = null;
  refusal: ErrorRecord | null = null;
  readonly #options: GatewayOptions;
  readonly #prices: PriceTable;
  readonly #upstreams = new Map<string, Upstream>();
  #number = 0;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.account = options.account;
    this.agent = options.agent;
    this.clock = options.clock ?? systemClock;
    this.timeouts = { ...defaultTimeouts, ...options.timeouts };
    this.maxRequestBytes = options.maxRequestBytes ?? defaultMaxBytes;
    this.maxAnswerBytes = options.maxAnswerBytes ?? defaultMaxBytes;
    this.held = new HeldBytes(2 * this.maxRequestBytes);
    this.#prices = options.prices ?? publishedPrices();
    // The price list is loaded by its first use; that is not to fall into the first call.
    this.#prices.price(typeof options.model === "string" ? options.model : "openai/gpt-4o");
  }

  /** The next number of a call. */
  nextNumber(): number {
    this.#number += 1;
    return this.#number;
  }

  /** The model that every call goes to; null when it depends on what is asked for. */
  get onlyModel(): string | null {
    const { model } = this.#options;
    return typeof model === "string" ? model : null;
  }

  /** Where a call goes that asks for a model. Throws a `FlowError` when there is no way. */
  upstreamFor(wire: WireName, asked: string): Upstream {
    const { model, env = process.env, providers } = this.#options;
    const wanted = typeof model === "function" ? model(asked) : (model ?? asked);
    const place = `${wire} ${wanted}`;
    let upstream = this.#upstreams.get(place);
    if (!upstream) {
      upstream = findUpstream(wire, wanted, { env, ...(providers && { providers }) });
      if (this.#upstreams.size < 100) this.#upstreams.set(place, upstream);
    }
    return upstream;
  }

  costsOf(modelId: string): CostOf {
    return (usage) => this.#prices.cost(modelId, usage);
  }

  /** Notes that money has run out, or why else a call could not go on. The first of each counts. */
  noteRefusal(error: unknown): void {
    if (error instanceof BudgetExceededError) {
      this.overBudget ??= error;
      this.budget.abort(this.overBudget);
    } else this.refusal ??= toErrorRecord(error);
  }

  /** Books a call that has ended in the totals and tells about it. */
  tell(exchange: Exchange): void {
    addExchange(this.totals, exchange);
    try {
      this.#options.onExchange?.(exchange);
    } catch {
      // Who listens must not be able to break who works.
    }
  }

  /**
   * Cuts all calls off when what they have written already passes the budget. What a call costs is certain only when it
   * has ended, so this counts what is certain to have been read, and four bytes of what was written as a token. A
   * strict account has held the money back, and gets here only when a provider writes more than it was asked for.
   */
  cutWhenPassed(): void {
    const { account } = this;
    const { leftUsd, spentUsd } = account;
    if (leftUsd === undefined) return;
    let running = 0;
    for (const call of this.underWay) running += call.soFarUsd;
    if (running <= leftUsd) return;
    // Of an account above only its name is known, and what it leaves to this one.
    const limitUsd = sumUsd([spentUsd, leftUsd]);
    const own = account.limitUsd !== undefined && account.limitUsd <= limitUsd;
    const reason = new BudgetExceededError({
      account: own ? account.name : account.path[0]!,
      limitUsd,
      spentUsd: spentUsd + running,
    });
    for (const call of [...this.underWay]) call.cut(reason);
  }
}

import type { Connection } from "../connection.ts";

/** What a worker asks of the cells that may run at once at a provider. */
export interface SlotAsk {
  /** Cells it runs now. */
  using: number;
  /** Cells it could run, those included. */
  wanted: number;
  /** The most there may be over all workers. */
  max: number;
  /** Where a limit begins that feels its way up to `max`; null for one that stays there. */
  start: number | null;
  /** Calls that went well since it last asked, while it used all it had. */
  well: number;
  /** The cut under which a call went out that was turned away since; null when none was. */
  cut: number | null;
}

/** What it may do until it asks again, or until its lease has ended. */
export interface SlotShare {
  /** It starts a cell only while fewer than these run. May be less than it runs, and 0. */
  cells: number;
  /** Over all workers. */
  limit: number;
  /** How often the limit was cut. */
  cuts: number;
}

/** What a worker asks of the requests and tokens of a window, and tells of its calls. */
export interface RateAsk {
  requests: number | null;
  tokens: number | null;
  /** Calls that wait to go out. */
  wanted: number;
  /** Calls that were granted and have not gone out. */
  held: number;
  /** Calls that went out since it last asked. */
  sent: number;
  /** Calls that went out and have not ended. */
  underWay: number;
  /** What calls used that ended since it last asked. */
  endedTokens: number;
  /** Calls that have ended so far, and the largest and the mean of the last of them, in tokens; 0 before the first. */
  known: number;
  largest: number;
  mean: number;
}

/** How many of the calls that wait may go out, and how long it takes until it makes sense to ask again. */
export interface RateGrant {
  granted: number;
  waitMs: number;
}

/** Times that only tests have reason to change. */
export interface ProviderShareOptions {
  /** How long limits of requests and tokens look back. Default: a minute. */
  windowMs?: number;
  /** A worker that does not ask for so long loses its cells at once to others. Default: 10 s. */
  leaseMs?: number;
}

/**
 * What one worker may use of each provider, so that the limits hold over all workers of the database, whatever run they
 * are on. To ask twice for the same is safe: what is told twice counts twice, and so errs to the side of fewer calls.
 */
export class ProviderShares {
  readonly #connection: Connection;
  readonly #schema: string;
  readonly #worker: string;
  readonly #windowMs: number;
  /** Cells at once are this worker's for so long after it asked. */
  readonly leaseMs: number;

  constructor(
    connection: Connection,
    schema: string,
    worker: string,
    { windowMs = 60_000, leaseMs = 10_000 }: ProviderShareOptions = {},
  ) {
    this.#connection = connection;
    this.#schema = schema;
    this.#worker = worker;
    this.#windowMs = windowMs;
    this.leaseMs = leaseMs;
  }

  async shareSlots(provider: string, ask: SlotAsk): Promise<SlotShare> {
    const [cells, limit, cuts] = await this.#ask("share_slots_1", provider, { ...ask, lease: this.leaseMs });
    return { cells: cells!, limit: limit!, cuts: cuts! };
  }

  async grantRates(provider: string, ask: RateAsk): Promise<RateGrant> {
    const { underWay, endedTokens, mean, ...same } = ask;
    const [granted, waitMs] = await this.#ask("grant_calls_1", provider, {
      ...{
        ...same,
        mean,
        under_way: underWay,
        ended_tokens: Math.round(endedTokens),
        window: this.#windowMs,
      },
    });
    return { granted: granted!, waitMs: waitMs! };
  }

  /** It ends in good order: what it had is free at once, but for calls that went out, which count for their window. */
  async leave(): Promise<void> {
    await this.#connection.rows(`SELECT ${this.#schema}.leave_providers_1($1)`, [this.#worker]);
  }

  async #ask(what: string, provider: string, ask: object): Promise<number[]> {
    const [row] = await this.#connection.rows<{ answer: number[] }>(
      `SELECT ${this.#schema}.${what}($1, $2::jsonb) AS answer`,
      [provider, JSON.stringify({ worker: this.#worker, ...ask })],
    );
    return row!.answer;
  }
}

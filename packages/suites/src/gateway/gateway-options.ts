import type { Account, Clock, PriceTable, ServerSettings } from "@flow-state-dev/core";
import type { Exchange } from "./exchange.ts";

/** How long a provider may take, each in milliseconds. */
export interface GatewayTimeouts {
  /** To take the connection. Default 15 s. */
  connectMs: number;
  /** From the request to the first byte of the answer. Default ten minutes: some think that long. */
  firstByteMs: number;
  /** Between two pieces of an answer. Default five minutes. */
  idleMs: number;
  /** For a whole call. Default one hour. */
  totalMs: number;
}

/** What a gateway is opened with. */
export interface GatewayOptions {
  /** Bears what calls cost; its limit is the budget. Strict when the account is. */
  account: Account;
  /** Default: the bundled price list. */
  prices?: PriceTable;
  /** Name of the agent, as charges tell it. */
  agent?: string;
  /**
   * The model that every call goes to, whatever the agent asks for; or from what it asks for to what it gets. Default:
   * what it asks for.
   */
  model?: string | ((asked: string) => string);
  /** Where keys and addresses are read from. Default: the environment of this process. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Addresses and keys by provider; they win over the environment. Other names are servers of the user's own. */
  providers?: Readonly<Record<string, ServerSettings>>;
  timeouts?: Partial<GatewayTimeouts>;
  /** Bytes of the largest request. Default 64 MiB. */
  maxRequestBytes?: number;
  /** Bytes of the largest answer that is not a stream, and of the largest event of one that is. Default 64 MiB. */
  maxAnswerBytes?: number;
  /** Told of every call when it has ended. What it throws is ignored. */
  onExchange?: (exchange: Exchange) => void;
  clock?: Clock;
}

/** Timeouts when nothing else is said. */
export const defaultTimeouts: GatewayTimeouts = {
  connectMs: 15_000,
  firstByteMs: 600_000,
  idleMs: 300_000,
  totalMs: 3_600_000,
};

/** Largest request, and largest answer that is held, when nothing else is said. */
export const defaultMaxBytes = 64 * 1024 * 1024;

import type { ErrorRecord, Usage } from "@flow-state-dev/core";
import type { ModelAccess } from "./model-access.ts";

/** The way to models of an agent that calls them itself. It books every call on the account of the job. */
export interface JobGateway {
  /** How the model of the job is reached; null when the job has none, and the agent may ask for any. */
  readonly access: ModelAccess | null;
  /** Addresses without a path of their own and the key, for programs that ask for what they like. */
  readonly url: string;
  readonly key: string;
  /** Model calls that went through it so far, or are under way. */
  readonly calls: number;
  /** Ends what is still under way, then tells what went through. To be asked when the agent has ended. */
  figures(): Promise<MeteredFigures>;
}

/** What a gateway has counted of one run. */
export interface MeteredFigures {
  /** Model calls that were sent on, whatever became of them. */
  calls: number;
  /** Model calls that were answered. */
  turns: number;
  /** Null: not all of it is known. */
  usage: Usage | null;
  /** US dollars; null when not all of it is known. */
  costUsd: number | null;
  /** Set when it refused or cut a call because a limit was reached. */
  overBudget: { account: string | null; detail: string } | null;
  /** Why else it could not send calls on: a key, a price or an address is missing. */
  refusal: ErrorRecord | null;
  /** Calls that were not sent on, for want of money or for what `refusal` says. */
  refused: number;
  /** Calls that repeat one that had failed. */
  retried: number;
  /** Calls that the provider refused or broke off. */
  failed: number;
  /** Calls that were answered without a count of their tokens; these are estimated. */
  unmetered: number;
}

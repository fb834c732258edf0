import { createPriceTable, type PriceTable, readPrices } from "@flow-state-dev/core";
import { userPrices } from "../files/user-prices.ts";
import type { RunSpec } from "./run-spec.ts";

/** The prices that go with a run that is given out: those of the file that X_PRICES names; null without one. */
export function pricesToSend(env: NodeJS.ProcessEnv): NonNullable<RunSpec["prices"]> | null {
  const file = env.X_PRICES?.trim();
  return file ? readPrices(file) : null;
}

/**
 * The prices that a worker books a run with: those that the planner sent, so that all machines book alike; undefined
 * when it sent none, and the published ones hold. Only a run from before they were sent is booked by the worker's
 * X_PRICES.
 */
export function pricesOfRun({ prices }: RunSpec, env: NodeJS.ProcessEnv): PriceTable | undefined {
  if (prices === undefined) return env.X_PRICES?.trim() ? userPrices(env) : undefined;
  return prices === null ? undefined : createPriceTable({ overrides: prices });
}

import { InvalidRecordError } from "./errors/record-errors.ts";

/** Dollars to whole billionths, as they are stored, so that sums are exact in any order; null stays null. */
export function toNanoUsd(usd: number | null, what: string): number | null {
  if (usd === null) return null;
  const nano = Math.round(usd * 1e9);
  if (!Number.isSafeInteger(nano) || nano < 0)
    throw new InvalidRecordError(
      what,
      typeof usd === "number" ? usd : `of type ${typeof usd}`,
      "a number of dollars from 0 to nine million, or null when unknown",
    );
  return nano;
}

/** Whole billionths to dollars. */
export function fromNanoUsd(nano: number): number {
  return nano / 1e9;
}

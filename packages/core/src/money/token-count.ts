/** No call has so many tokens; a number above it is a mistake and would close every account. */
export const mostTokens = 1e9;

/**
 * A number of tokens as a provider reports it, rounded to a whole one. Undefined for what no call can have (negative,
 * above a billion, without end, no number): then nobody knows, and 0 would be a claim.
 */
export function tokenCount(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value <= mostTokens ? Math.round(value) : undefined;
}

/** The same, and 0 for anything that is none. */
export function countedTokens(value: unknown): number {
  return tokenCount(value) ?? 0;
}

/**
 * Whether something was reported that is no number of tokens. What was left out, or could not be added up, is not odd.
 */
export function isOddCount(value: unknown): boolean {
  return value !== undefined && value !== null && !Number.isNaN(value) && tokenCount(value) === undefined;
}

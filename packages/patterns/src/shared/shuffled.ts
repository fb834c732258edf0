import { createHash } from "node:crypto";

/**
 * The same elements in an order that follows from the seed and nothing else, all orders alike over many seeds. So a
 * reader's liking for the first or last place favours nobody, and a repeated run asks the same.
 */
export function shuffled<T>(list: readonly T[], seed: string): T[] {
  return list
    .map((element, at) => ({ element, rank: rankOf(seed, at) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ element }) => element);
}

function rankOf(seed: string, at: number): string {
  return createHash("sha256").update(`${at}\u0000${seed}`).digest("hex");
}

import type { Random } from "./mulberry32.ts";

/** The items in a random order, every order equally likely; the given list stays as it is. */
export function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}

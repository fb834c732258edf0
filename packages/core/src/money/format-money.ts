import { toNanoUsd } from "./nano-usd.ts";

/** Dollars for people: cents, and for less than ten cents as many digits as the amount needs for two that count. */
export function formatMoney(usd: number): string {
  return rounded(usd, moneyDigits(usd));
}

/**
 * Amounts of one sentence, each as `formatMoney` has it: with more digits where two that are not the same would look
 * the same.
 */
export function formatMoneyApart<const Amounts extends readonly number[]>(
  amounts: Amounts,
): { [At in keyof Amounts]: string } {
  const different = new Set(amounts.map(toNanoUsd)).size;
  let texts: string[];
  let more = 0;
  do {
    texts = amounts.map((usd) => rounded(usd, Math.min(mostDigits, moneyDigits(usd) + more)));
    more += 1;
  } while (new Set(texts).size < different && more < mostDigits);
  return texts as { [At in keyof Amounts]: string };
}

/** What was spent of what there is: `$0.182 of $0.180`. */
export function formatMoneyOf(spentUsd: number, limitUsd: number): string {
  return formatMoneyApart([spentUsd, limitUsd]).join(" of ");
}

/** The cost of one cell: four digits after the point, more when they would all be 0. */
export function formatCellCost(usd: number): string {
  return rounded(usd, Math.max(4, smallDigits(usd)));
}

/** Money is kept to the billionth. */
const mostDigits = 9;

function moneyDigits(usd: number): number {
  return usd === 0 || usd >= 0.0995 ? 2 : smallDigits(usd);
}

/** So many digits after the point show two that are not leading zeros; at most nine. */
function smallDigits(usd: number): number {
  return usd > 0 ? Math.min(mostDigits, Math.max(2, 1 - Math.floor(Math.log10(usd)))) : 2;
}

/** From whole billionths, halves up: a sum that is off by less than any money does not look like another one. */
function rounded(usd: number, digits: number): string {
  const unit = 10 ** (mostDigits - digits);
  return `$${((Math.round(toNanoUsd(usd) / unit) * unit) / 1e9).toFixed(digits)}`;
}

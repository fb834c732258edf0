/** Dollars for people: cents, and for less than ten cents as many digits as the amount needs for two that count. */
export function formatMoney(usd: number): string {
  if (usd === 0 || usd >= 0.0995) return `$${usd.toFixed(2)}`;
  return `$${usd.toFixed(smallDigits(usd))}`;
}

/** The cost of one cell: four digits after the point, more when they would all be 0. */
export function formatCellCost(usd: number): string {
  return `$${usd.toFixed(Math.max(4, smallDigits(usd)))}`;
}

/** So many digits after the point show two that are not leading zeros; at most nine. */
function smallDigits(usd: number): number {
  return usd > 0 ? Math.min(9, Math.max(2, 1 - Math.floor(Math.log10(usd)))) : 2;
}

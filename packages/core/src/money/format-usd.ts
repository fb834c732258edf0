/** Dollars for people to read: two digits after the point, and as many more as the amount has, up to nine. */
export function formatUsd(usd: number): string {
  const [whole, fraction = ""] = Math.abs(usd).toFixed(9).split(".");
  return `${usd < 0 ? "−" : ""}$${whole}.${fraction.replace(/0+$/, "").padEnd(2, "0")}`;
}

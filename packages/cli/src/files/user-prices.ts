import { createPriceTable, type PriceTable } from "@flow-state-dev/core";

/** Published prices, and before them those of the file that X_PRICES names. Throws a `PricesFileError`. */
export function userPrices(env: NodeJS.ProcessEnv = process.env): PriceTable {
  const file = env.X_PRICES?.trim();
  return createPriceTable(file ? { file } : {});
}

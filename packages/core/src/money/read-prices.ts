import { readFileSync } from "node:fs";
import { FlowError } from "../errors/flow-error.ts";
import type { ModelPrice } from "./model-price.ts";

/** Prices of the user's own, by model id. */
export type PriceOverrides = Readonly<Record<string, ModelPrice>>;

/** A prices file that cannot be used: what is wrong with it, and where. */
export class PricesFileError extends FlowError {
  override readonly name = "PricesFileError";

  constructor(file: string, problem: string, modelId?: string) {
    super(`The prices file ${file} cannot be used: ${problem}.`, {
      code: "prices-file",
      details: { file, problem, ...(modelId !== undefined && { modelId }) },
    });
  }
}

const required = ["input", "output"] as const;
const fields = [...required, "cacheRead", "cacheWrite"] as const;
const example = '{ "models": { "provider/model": { "input": 1, "output": 2 } } }';

/**
 * Reads a prices file: `{ "models": { "<id>": { "input", "output", "cacheRead"?, "cacheWrite"? } } }`, in US dollars
 * per million tokens. Throws `PricesFileError` for anything else; nothing in the file is overlooked.
 */
export function readPrices(file: string): PriceOverrides {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as { code?: string };
    throw new PricesFileError(
      file,
      code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`,
    );
  }
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new PricesFileError(file, `it is not JSON (${(error as Error).message})`);
  }
  if (!isObject(data) || !isObject(data.models)) {
    throw new PricesFileError(file, `it has to look like ${example}`);
  }
  const stray = Object.keys(data).find((key) => key !== "models" && key !== "$schema");
  if (stray !== undefined)
    throw new PricesFileError(file, `"${stray}" is not a field of it, only "models" is`);

  const prices: Record<string, ModelPrice> = {};
  for (const [modelId, price] of Object.entries(data.models)) {
    prices[modelId] = checkPrice(price, (problem) => new PricesFileError(file, problem, modelId), modelId);
  }
  return prices;
}

function checkPrice(price: unknown, fail: (problem: string) => Error, modelId: string): ModelPrice {
  if (!isObject(price)) throw fail(`the price of "${modelId}" is not an object`);
  for (const field of required) {
    if (!(field in price)) throw fail(`the price of "${modelId}" has no "${field}"`);
  }
  for (const [field, amount] of Object.entries(price)) {
    if (!(fields as readonly string[]).includes(field)) {
      throw fail(`"${field}" in the price of "${modelId}" is not one of ${fields.join(", ")}`);
    }
    if (typeof amount !== "number" || !Number.isFinite(amount) || amount < 0) {
      throw fail(
        `"${field}" of "${modelId}" is ${JSON.stringify(amount)}, not a number of US dollars, 0 or more`,
      );
    }
  }
  return { ...price } as unknown as ModelPrice;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import { FlowError } from "../errors/flow-error.ts";
import { quoteModelId } from "../model/malformed-model-id-error.ts";
import type { ModelPrice } from "./model-price.ts";

/** A price that was given in code and is none: what is wrong with it. */
export class InvalidPriceError extends FlowError {
  override readonly name = "InvalidPriceError";

  constructor(problem: string, modelId: string) {
    super(`A price cannot be used: ${problem}. Give { input, output } in US dollars per million tokens.`, {
      code: "invalid-price",
      details: { problem, modelId },
    });
  }
}

const required = ["input", "output"] as const;
const fields = [...required, "cacheRead", "cacheWrite"] as const;
/** A thousand dollars a token: above it a price is a mistake, and costs would have no end. */
const mostUsd = 1e9;

/** Any value as the price of a model; throws what `fail` makes of the first problem. */
export function checkPrice(price: unknown, modelId: string, fail: (problem: string) => Error): ModelPrice {
  const id = quoteModelId(modelId);
  if (modelId.endsWith("*")) throw fail(`${id} is no model; name each one with its price`);
  if (typeof price !== "object" || price === null || Array.isArray(price)) {
    throw fail(`the price of ${id} is not an object`);
  }
  for (const field of required) {
    if (!Object.hasOwn(price, field)) throw fail(`the price of ${id} has no "${field}"`);
  }
  for (const [field, amount] of Object.entries(price)) {
    if (!(fields as readonly string[]).includes(field)) {
      throw fail(`${quoteModelId(field)} in the price of ${id} is not one of ${fields.join(", ")}`);
    }
    const optional = amount === undefined && !(required as readonly string[]).includes(field);
    if (optional) continue;
    if (typeof amount !== "number" || !Number.isFinite(amount) || amount < 0) {
      throw fail(`"${field}" of ${id} is ${shown(amount)}, not a number of US dollars, 0 or more`);
    }
    if (amount > mostUsd) throw fail(`"${field}" of ${id} is ${amount}, more than ${mostUsd} US dollars`);
  }
  return { ...price } as ModelPrice;
}

function shown(amount: unknown): string {
  if (typeof amount === "number" || amount == null) return String(amount);
  return typeof amount === "string" ? quoteModelId(amount) : `a value of type ${typeof amount}`;
}

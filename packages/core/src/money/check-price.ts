import { FlowError } from "../errors/flow-error.ts";
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

/** Any value as the price of a model; throws what `fail` makes of the first problem. */
export function checkPrice(price: unknown, modelId: string, fail: (problem: string) => Error): ModelPrice {
  if (typeof price !== "object" || price === null || Array.isArray(price)) {
    throw fail(`the price of "${modelId}" is not an object`);
  }
  for (const field of required) {
    if (!Object.hasOwn(price, field)) throw fail(`the price of "${modelId}" has no "${field}"`);
  }
  for (const [field, amount] of Object.entries(price)) {
    if (!(fields as readonly string[]).includes(field)) {
      throw fail(`"${field}" in the price of "${modelId}" is not one of ${fields.join(", ")}`);
    }
    const optional = amount === undefined && !(required as readonly string[]).includes(field);
    if (!optional && (typeof amount !== "number" || !Number.isFinite(amount) || amount < 0)) {
      throw fail(`"${field}" of "${modelId}" is ${shown(amount)}, not a number of US dollars, 0 or more`);
    }
  }
  return { ...price } as ModelPrice;
}

function shown(amount: unknown): string {
  return typeof amount === "number" ? String(amount) : (JSON.stringify(amount) ?? typeof amount);
}

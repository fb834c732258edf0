import { readFileSync } from "node:fs";
import { FlowError } from "../errors/flow-error.ts";
import { quoteModelId } from "../model/malformed-model-id-error.ts";
import { checkPrice } from "./check-price.ts";
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
  return parsePrices(text, file);
}

/** The same from the text of the file, which is only named in messages. */
export function parsePrices(text: string, file: string): PriceOverrides {
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new PricesFileError(file, `it is not JSON (${(error as Error).message})`);
  }
  if (!isObject(data) || !isObject(data.models)) {
    throw new PricesFileError(file, `it has to look like ${example}`);
  }
  const stray = Object.keys(data).find((key) => key !== "models" && key !== "$schema");
  if (stray !== undefined)
    throw new PricesFileError(file, `${quoteModelId(stray)} is not a field of it, only "models" is`);

  return Object.fromEntries(
    Object.entries(data.models).map(([modelId, price]) => [
      modelId,
      checkPrice(price, modelId, (problem) => new PricesFileError(file, problem, modelId)),
    ]),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import { formatModelId, parseModelId } from "../model/parse-model-id.ts";
import { checkPrice, InvalidPriceError } from "./check-price.ts";
import type { ModelPrice } from "./model-price.ts";
import { findPublishedModel, priceListVersion, priceSource } from "./published-rates.ts";
import { type BilledUsage, costAtRates, priceAt, type Rates, tierStarts } from "./rates.ts";
import { type PriceOverrides, readPrices } from "./read-prices.ts";

/** Where a price in a snapshot comes from. `local` is free: it runs on the user's own machine. */
export type PriceOrigin = "override" | "list" | "local";

/** The price of one model as it was used in a run. */
export interface PriceSnapshotEntry {
  origin: PriceOrigin;
  /** The entry of the price list that was used. */
  listed?: string;
  price: ModelPrice;
  /** Prices for calls with more input than this many tokens. */
  tiers?: { aboveInputTokens: number; price: ModelPrice }[];
}

/** Prices as they stood when a run was made; plain data, stored with it. Null: no price was known. */
export interface PriceSnapshot {
  source: string;
  version: string;
  /** ISO time. */
  takenAt: string;
  models: Record<string, PriceSnapshotEntry | null>;
}

/** What models cost. Null means that nobody knows, which is not the same as nothing. */
export interface PriceTable {
  /** Price of a short call; longer ones may cost more by the token. `at` defaults to now. */
  price(modelId: string, at?: Date): ModelPrice | null;
  /**
   * In US dollars, rounded to the billionth; cache, reasoning and tiers considered. That of a model which embeds is known
   * where its input has a price, though it has none as a whole.
   */
  cost(modelId: string, usage: BilledUsage, at?: Date): number | null;
  snapshot(modelIds: Iterable<string>, at?: Date): PriceSnapshot;
}

/** Where prices come from besides the published list. */
export interface PriceTableOptions {
  /** By model id, full or bare. They win over the list, and over the file. */
  overrides?: PriceOverrides;
  /** A prices file, read now; see `readPrices`. */
  file?: string;
}

interface Found {
  origin: PriceOrigin;
  listed?: string;
  /** As in `PublishedModel`: what it writes has no price that is known. */
  inputOnly?: boolean;
  ratesAt(at: Date): Rates;
}

const free: Rates = { input: 0, output: 0 };

/**
 * Prices of the user's own and, behind them, the bundled price list, which is loaded when the first model is looked up
 * in it. An id is looked up as written, then in its full form, then as the model behind the gateway, which passes the
 * provider's price on. Throws `PricesFileError` when there is a file and it cannot be used, `InvalidPriceError` when
 * an override cannot.
 */
export function createPriceTable(options: PriceTableOptions = {}): PriceTable {
  const overrides = new Map<string, ModelPrice>();
  for (const source of [
    options.file === undefined ? {} : readPrices(options.file),
    checkOverrides(options.overrides ?? {}),
  ]) {
    for (const [modelId, price] of Object.entries(source)) {
      for (const form of new Set([modelId, formsOf(modelId)[0] ?? modelId])) overrides.set(form, price);
    }
  }
  const known = new Map<string, Found | null>();

  function find(modelId: string): Found | null {
    let found = known.get(modelId);
    if (found === undefined) {
      found = look(modelId, overrides);
      known.set(modelId, found);
    }
    return found;
  }

  return {
    price: (modelId, at = new Date()) => {
      const found = find(modelId);
      return found && !found.inputOnly ? priceAt(found.ratesAt(at), 0) : null;
    },
    cost: (modelId, usage, at = new Date()) => {
      const found = find(modelId);
      if (!found || (found.inputOnly && usage.outputTokens > 0)) return null;
      return costAtRates(found.ratesAt(at), usage);
    },
    snapshot: (modelIds, at = new Date()) => {
      const models = Object.fromEntries(
        Array.from(modelIds, (modelId) => [modelId, entryOf(find(modelId), at)]),
      );
      return { source: priceSource, version: priceListVersion(), takenAt: at.toISOString(), models };
    },
  };
}

function checkOverrides(overrides: PriceOverrides): PriceOverrides {
  for (const [modelId, price] of Object.entries(overrides)) {
    checkPrice(price, modelId, (problem) => new InvalidPriceError(problem, modelId));
  }
  return overrides;
}

function look(modelId: string, overrides: ReadonlyMap<string, ModelPrice>): Found | null {
  const forms = formsOf(modelId);
  for (const form of [modelId, ...forms]) {
    const price = overrides.get(form);
    if (price) return { origin: "override", ratesAt: () => price };
  }
  for (const form of forms) {
    const slash = form.indexOf("/");
    const provider = form.slice(0, slash);
    if (provider === "ollama") return { origin: "local", ratesAt: () => free };
    if (provider === "openai-compatible") return null;
    const listed = findPublishedModel(provider, form.slice(slash + 1));
    if (listed) return { origin: "list", ...listed };
  }
  return null;
}

/** The full id, and after it ids of the same model at the same price; none when the id cannot be read. */
function formsOf(modelId: string): string[] {
  const slash = modelId.indexOf("/");
  try {
    const parsed = parseModelId(modelId, slash > 0 ? [modelId.slice(0, slash)] : []);
    if (parsed.kind === "gateway") return [formatModelId(parsed), `${parsed.provider}/${parsed.model}`];
    if (parsed.kind !== "provider") return [];
    if (parsed.provider === "openai-chat") return [formatModelId(parsed), `openai/${parsed.model}`];
    return [formatModelId(parsed)];
  } catch {
    return [];
  }
}

function entryOf(found: Found | null, at: Date): PriceSnapshotEntry | null {
  if (!found || found.inputOnly) return null;
  const rates = found.ratesAt(at);
  const tiers = tierStarts(rates).map((start) => ({
    aboveInputTokens: start,
    price: priceAt(rates, start + 1),
  }));
  return {
    origin: found.origin,
    ...(found.listed !== undefined && { listed: found.listed }),
    price: priceAt(rates, 0),
    ...(tiers.length > 0 && { tiers }),
  };
}

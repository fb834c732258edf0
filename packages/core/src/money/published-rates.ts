import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type * as genaiPrices from "@pydantic/genai-prices";
import type { Rate, Rates } from "./rates.ts";

/** Where the price list comes from. */
export const priceSource = "@pydantic/genai-prices";

/** A model in the price list. */
export interface PublishedModel {
  /** Provider and model as the list names them. */
  listed: string;
  /** The list has no price of what it writes. Models that embed write nothing; of others it is not known. */
  inputOnly: boolean;
  ratesAt(at: Date): Rates;
}

/** Names that providers go by elsewhere. */
const aliases = new Map([
  ["xai", "x-ai"],
  ["moonshot", "moonshotai"],
]);

/**
 * Looks a model up in the bundled price list; null when it is not there. The list often matches whole families by
 * their prefix; here a model counts as found only when the list names it, give or take a date or a mark such as
 * `-latest` or `-preview`, because a newer member of a family may cost something else.
 */
export function findPublishedModel(provider: string, model: string): PublishedModel | null {
  const { calcPrice, findProvider } = library();
  const providerId = aliases.get(provider) ?? provider;
  const listedProvider = findProvider({ providerId });
  if (listedProvider?.id !== providerId) return null;
  const found = calcPrice({}, model, { providerId });
  if (!found || found.provider.id !== providerId || !isNamed(found.model, model.toLowerCase())) return null;

  const { prices } = found.model;
  const always = Array.isArray(prices) ? undefined : prices;
  const versions = Array.isArray(prices) ? prices.map((version) => version.prices) : [prices];
  if (!versions.every((version) => readsText(version, model))) return null;

  const fixed = always && toRates(always);
  // A provider with this one model spares the search in each later call.
  const alone = { provider: { ...found.provider, models: [found.model] } };
  return {
    listed: `${providerId}/${found.model.id}`,
    inputOnly: versions.some(
      (version) => version.input_mtok !== undefined && version.output_mtok === undefined,
    ),
    ratesAt: (timestamp) => fixed ?? toRates(calcPrice({}, model, { ...alone, timestamp })!.model_price),
  };
}

/** Names of the models of a provider in the price list; none when it is not there. */
export function publishedNames(provider: string): string[] {
  const providerId = aliases.get(provider) ?? provider;
  const listed = library().findProvider({ providerId });
  return listed?.id === providerId ? listed.models.map(({ id }) => id) : [];
}

/** Models that only hear or draw have no price for text; no price at all is free only where it says so. */
function readsText(listed: genaiPrices.ModelPrice, model: string): boolean {
  if (Object.keys(listed).length === 0) return model.endsWith(":free");
  return listed.input_mtok !== undefined;
}

/** Version of the price list; `unknown` in a program that was bundled into one file, where no package can be asked. */
export function priceListVersion(): string {
  try {
    const packageFile = join(
      dirname(createRequire(import.meta.url).resolve(priceSource)),
      "..",
      "package.json",
    );
    return (JSON.parse(readFileSync(packageFile, "utf8")) as { version: string }).version;
  } catch {
    return "unknown";
  }
}

/**
 * Loaded on first use: it takes tens of milliseconds. It never goes to the network by itself. A module of Node has no
 * `require`, but bundlers follow it by that name and take the list into their file.
 */
function library(): typeof genaiPrices {
  if (typeof require === "function") return require("@pydantic/genai-prices");
  return createRequire(import.meta.url)(priceSource) as typeof genaiPrices;
}

const datePattern = String.raw`20\d{2}-?\d{2}-?\d{2}|\d{2}-20\d{2}|\d{2}-\d{2}|\d{3,4}`;
const versionMark = new RegExp(`^(?:[-@:](?:latest|beta|exp|preview|${datePattern}))+$`);

function isNamed(listed: genaiPrices.ModelInfo, model: string): boolean {
  return [listed.id, ...namesIn(listed.match)].some((name) => {
    const known = name.toLowerCase();
    if (!model.startsWith(known)) return false;
    const rest = model.slice(known.length);
    // Fine-tuned models carry the name of whoever tuned them.
    if (rest === "" || versionMark.test(rest) || known.startsWith("ft:")) return true;
    // Some names stop within or right before the date.
    return /-20\d{2}$/.test(known)
      ? /^\d{4}$/.test(rest)
      : known.endsWith("-") && versionMark.test(`-${rest}`);
  });
}

function namesIn(match: genaiPrices.MatchLogic): string[] {
  if ("or" in match) return match.or.flatMap(namesIn);
  if ("and" in match) return match.and.flatMap(namesIn);
  if ("equals" in match) return [match.equals];
  if ("starts_with" in match) return [match.starts_with];
  if ("ends_with" in match) return [match.ends_with];
  if ("contains" in match) return [match.contains];
  return [];
}

function toRates(listed: genaiPrices.ModelPrice): Rates {
  const requests = listed.requests_kcount;
  return {
    input: toRate(listed.input_mtok) ?? 0,
    output: toRate(listed.output_mtok) ?? 0,
    ...optional("cacheRead", toRate(listed.cache_read_mtok)),
    ...optional("cacheWrite", toRate(listed.cache_write_mtok)),
    ...optional("cacheWriteHour", toRate(listed.cache_write_1h_mtok)),
    ...optional("reasoning", toRate(listed.output_reasoning_mtok)),
    ...optional("request", typeof requests === "number" ? requests / 1000 : undefined),
  };
}

function toRate(listed: number | genaiPrices.TieredPrices | undefined): Rate | undefined {
  if (listed === undefined || typeof listed === "number") return listed;
  const tiers = listed.tiers.map(({ start, price }) => ({ above: start, rate: price }));
  return { base: listed.base, tiers: tiers.sort((a, b) => a.above - b.above) };
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]: V });
}

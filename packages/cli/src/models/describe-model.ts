import {
  createModelResolver,
  FlowError,
  type LanguageModel,
  type ModelPrice,
  meantModel,
} from "@flow-state-dev/core";
import { userPrices } from "../files/user-prices.ts";
import { visibleLine } from "../text/visible-text.ts";
import { askOwnServer } from "./ask-own-server.ts";

/** What `x models <id>` says about one model, and whether it can be used as things are. */
export interface ModelDescription {
  text: string;
  usable: boolean;
}

/** Resolves an id and looks up its price. A server of one's own is asked whether it has it; no provider is called. */
export async function describeModel(id: string, env: NodeJS.ProcessEnv): Promise<ModelDescription> {
  const resolver = createModelResolver({ env });
  try {
    const fullId = resolver.resolveId(id);
    let missing: string | undefined;
    let model: LanguageModel | undefined;
    try {
      model = resolver(id);
    } catch (error) {
      missing = messageOf(error);
    }
    const price = model?.price ?? userPrices(env).price(model?.pricedAs ?? fullId);
    const asked = missing === undefined ? await askOwnServer(fullId, env) : null;
    const usable = missing === undefined && asked?.usable !== false;
    const sentences = [missing ?? (usable ? readyFor(price) : ""), asked?.sentence ?? ""];
    const said = sentences.filter((sentence) => sentence !== "").join(" ");
    return {
      text: `${id}\n  id     ${fullId}\n  price  ${describePrice(price)}${price ? "" : meantHint(fullId)}\n  ${said}\n`,
      usable,
    };
  } catch (error) {
    return { text: `${visibleLine(id)}\n  ${messageOf(error)}\n`, usable: false };
  }
}

function readyFor(price: ModelPrice | null): string {
  if (price) return "Ready to use.";
  return "Ready to use without a budget; with one, it needs a price in the file that X_PRICES names.";
}

function meantHint(id: string): string {
  const meant = meantModel(id);
  return meant === null ? "" : `; did you mean ${meant}?`;
}

function describePrice(price: ModelPrice | null): string {
  if (!price) return "unknown";
  const { input, output, cacheRead, cacheWrite } = price;
  const parts = [`$${input} in`, `$${output} out`];
  if (cacheRead !== undefined) parts.push(`$${cacheRead} cache read`);
  if (cacheWrite !== undefined) parts.push(`$${cacheWrite} cache write`);
  return `${parts.join(", ")} per million tokens`;
}

function messageOf(error: unknown): string {
  if (error instanceof FlowError) return error.message;
  throw error;
}

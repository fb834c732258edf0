import {
  createModelResolver,
  FlowError,
  type LanguageModel,
  type ModelPrice,
  publishedPrices,
} from "@flow-state-dev/core";

/** What `x models <id>` says about one model, and whether it can be used as things are. */
export interface ModelDescription {
  text: string;
  usable: boolean;
}

/** Resolves an id and looks up its price, calling nothing. */
export function describeModel(id: string, env: NodeJS.ProcessEnv): ModelDescription {
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
    const price = model?.price ?? publishedPrices().price(model?.pricedAs ?? fullId);
    return {
      text: `${id}\n  id     ${fullId}\n  price  ${describePrice(price)}\n  ${missing ?? "Ready to use."}\n`,
      usable: missing === undefined,
    };
  } catch (error) {
    return { text: `${id}\n  ${messageOf(error)}\n`, usable: false };
  }
}

function describePrice(price: ModelPrice | null): string {
  if (!price) return "unknown; with a budget it cannot be used until a prices file gives one";
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

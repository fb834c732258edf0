import { parseModelId } from "../model/parse-model-id.ts";
import { nearestName } from "../text/nearest-name.ts";
import { publishedNames } from "./published-rates.ts";

/**
 * The model of the price list that may have been meant by an id with a slip in it, in the form that was typed; null
 * when none is near. One with another version is not: a newer member of a family has no price yet.
 */
export function meantModel(modelId: string): string | null {
  const slash = modelId.lastIndexOf("/");
  const [before, typed] = [modelId.slice(0, slash + 1), modelId.slice(slash + 1)];
  const provider = providerOf(modelId);
  if (provider === null) return null;
  const numbers = (name: string) => (name.match(/\d+/g) ?? []).join(" ");
  const names = publishedNames(provider).filter((name) => numbers(name) === numbers(typed));
  const meant = nearestName(typed, names);
  return meant === undefined || meant === typed ? null : before + meant;
}

function providerOf(modelId: string): string | null {
  try {
    const parsed = parseModelId(modelId);
    return parsed.kind === "provider" ? parsed.provider : null;
  } catch {
    return null;
  }
}

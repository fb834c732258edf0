import { FlowError, firstNamed, nearestName } from "@flow-state-dev/core";
import { visibleLine } from "../text/visible-text.ts";

const mostNamed = 5;

/** What is known of a model that its server does not list. */
export interface UnlistedModelFacts {
  modelId: string;
  /** The name of the provider, which stands before the models of its server. */
  provider: string;
  baseURL: string;
  /** The models that the server lists. */
  ids: readonly string[];
}

/** A server of one's own that refuses what it does not have does not have a model; found before anything is made. */
export class UnlistedModelError extends FlowError {
  override readonly name = "UnlistedModelError";

  constructor(facts: UnlistedModelFacts) {
    super(`${unlistedSentence(facts)} Choose one of them, or get it for that server first.`, {
      code: "unlisted-model",
      retryable: false,
      details: { modelId: facts.modelId, origin: new URL(facts.baseURL).origin },
    });
  }
}

/** That a server does not list a model, which it has, and which of them was probably meant. */
export function unlistedSentence({ modelId, provider, baseURL, ids }: UnlistedModelFacts): string {
  const wanted = modelId.slice(provider.length + 1);
  const named = (id: string) => `${provider}/${visibleLine(id, 60)}`;
  const nearest = nearestName(wanted, ids.map(withoutLatest));
  // A name without a tag stands for the latest, but only Ollama knows that.
  const meantId =
    nearest === undefined || provider === "ollama"
      ? nearest
      : ids.find((id) => withoutLatest(id) === nearest);
  const meantName = meantId ?? sameFamily(wanted, ids);
  const meant = meantName === undefined ? "" : ` Did you mean ${named(meantName)}?`;
  const has = ids.length === 0 ? "It has no model yet." : `It has ${firstNamed(ids, mostNamed, named)}.`;
  return `The server at ${new URL(baseURL).origin} does not list ${visibleLine(modelId, 80)}.${meant} ${has}`;
}

function withoutLatest(id: string): string {
  return id.replace(/:latest$/, "");
}

/** Another size of the same model: `qwen3:8b` for `qwen3:14b`, or for `qwen3`. */
function sameFamily(wanted: string, ids: readonly string[]): string | undefined {
  const family = wanted.toLowerCase().split(":", 1)[0];
  return ids.find((id) => id.toLowerCase().split(":", 1)[0] === family);
}

import { FlowError } from "../errors/flow-error.ts";
import { nearestName } from "../text/nearest-name.ts";
import { quoteModelId } from "./malformed-model-id-error.ts";

/** A well-formed name for a provider that nobody here knows. */
export class UnknownProviderError extends FlowError {
  override readonly name = "UnknownProviderError";
  /** The known provider that was probably meant. */
  readonly nearest: string | undefined;

  constructor(provider: string, known: readonly string[]) {
    const nearest = nearestName(provider, known);
    const guess = nearest ? ` Did you mean ${nearest}?` : "";
    super(
      `There is no provider ${quoteModelId(provider)}.${guess} Known are ${known.join(", ")}; reach others through a ` +
        "gateway (openrouter/provider/model), or name a server of your own with createModelResolver({ providers }).",
      { code: "unknown-provider", details: { provider, known: [...known] } },
    );
    this.nearest = nearest;
  }
}

import { FlowError } from "@flow-state-dev/core";
import { speakersOf } from "./provider-wires.ts";
import { type WireName, wireLabels } from "./wires/wire-name.ts";

/** The provider of a model does not speak what the agent speaks. */
export class WireMismatchError extends FlowError {
  override readonly name = "WireMismatchError";

  constructor(modelId: string, provider: string, wire: WireName) {
    super(
      `The agent speaks ${wireLabels[wire]}, and ${provider} does not, so ${modelId} cannot be reached. ` +
        `Choose a model of ${speakersOf(wire).join(", ")}, or another agent.`,
      { code: "wire-mismatch", details: { modelId, provider, wire } },
    );
  }
}

/** A model that is on no wire. */
export class OffWireModelError extends FlowError {
  override readonly name = "OffWireModelError";

  constructor(modelId: string) {
    super(
      `${modelId} answers inside this process, and an agent needs a server. Choose a model of a provider, or the agent x.`,
      { code: "off-wire-model", details: { modelId } },
    );
  }
}

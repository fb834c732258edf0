import { FlowError } from "../errors/flow-error.ts";

/** What is known of a key that is not there. */
export interface MissingKeyFacts {
  modelId: string;
  /** Variables that could hold it; the first is the one to set. */
  variables: readonly string[];
  /** Key variables of gateways that could serve the model instead. */
  gatewayVariables?: readonly string[];
  blockName?: string;
}

/** A model was asked for whose provider wants a key, and there is none. */
export class MissingKeyError extends FlowError {
  override readonly name = "MissingKeyError";
  /** The variable to set. */
  readonly variable: string;

  constructor({ modelId, variables, gatewayVariables = [], blockName }: MissingKeyFacts) {
    const [variable = "", ...others] = variables;
    const also = others.length ? ` (or ${others.join(" or ")})` : "";
    const instead = gatewayVariables.length
      ? `, or ${gatewayVariables.join(" or ")} to go through a gateway`
      : "";
    super(
      `${modelId} needs ${variable}${also}, which is not set. ` +
        `Set it${instead}, choose another model, or see it work without a key on a scripted:<file> model.`,
      { code: "missing-key", blockName, details: { modelId, variables: [...variables] } },
    );
    this.variable = variable;
  }
}

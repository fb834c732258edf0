import type { ModelPrice } from "@flow-state-dev/core";
import type { WireName } from "../gateway/wires/wire-name.ts";

/** How an agent reaches its model: through a gateway, with a key that is worth nothing elsewhere. */
export interface ModelAccess {
  /**
   * By wire, the address without a slash at its end that stands before `/v1/messages`, `/v1/responses`,
   * `/v1/chat/completions` and `/v1beta/models`. Only the wires over which the model can be reached.
   */
  urls: Readonly<Partial<Record<WireName, string>>>;
  /** Not the provider's key: that one never gets near an agent. */
  key: string;
  /** The model's name on the wire. */
  model: string;
  /** Told to agents that count money by prices they are given. Null: unknown, and then their cost is too. */
  price: ModelPrice | null;
}

import { parseModelId } from "@flow-state-dev/core";

/** The provider a model's limits belong to: the gateway when there is one, else what stands in front of the slash. */
export function providerOfModel(modelId: string): string {
  try {
    const parsed = parseModelId(modelId);
    if (parsed.kind === "provider") return parsed.provider;
    return parsed.kind === "gateway" ? parsed.gateway : parsed.kind;
  } catch {
    // Models that users bring themselves may be called anything.
    return modelId.split("/", 1)[0]!;
  }
}

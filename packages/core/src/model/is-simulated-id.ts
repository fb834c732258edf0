import { parseModelId } from "./parse-model-id.ts";

/**
 * Is it the id of a model that is simulated, or plays a script? What such a model costs is play money. False for what
 * is no id at all.
 */
export function isSimulatedId(modelId: string): boolean {
  try {
    const { kind } = parseModelId(modelId);
    return kind === "sim" || kind === "scripted";
  } catch {
    return false;
  }
}

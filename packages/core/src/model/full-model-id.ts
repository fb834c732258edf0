import { formatModelId, parseModelId } from "./parse-model-id.ts";

/** The full id that an id of a model stands for, so that two can be compared; one that nobody knows stays as it is. */
export function fullModelId(modelId: string): string {
  try {
    return formatModelId(parseModelId(modelId));
  } catch {
    return modelId;
  }
}

import type { ModelResolver } from "@flow-state-dev/core";

/** A model that a scorer asks about each output. */
export interface AskedModel {
  /** As prices know it. */
  id: string;
  /** Calls for each output. Default: 1. */
  repeats?: number;
  /** Where the scorer has it from; null when it was given the model itself. Default: where the judge has its models. */
  resolver?: ModelResolver | null;
}

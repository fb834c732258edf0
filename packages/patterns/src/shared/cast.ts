import type { UsesSlot } from "@flow-state-dev/core";

/** What all generators of one pattern have in common. */
export interface Cast {
  /** Of the pattern; the names of its blocks start with it. */
  name: string;
  model: string;
  uses?: UsesSlot | undefined;
}

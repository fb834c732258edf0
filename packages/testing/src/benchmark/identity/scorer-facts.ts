import type { JsonObject } from "@flow-state-dev/records";
import type { Scorer } from "../../scorers/scorer.ts";
import { sourceHash } from "./describe-source.ts";

/** What makes a scorer the same in two runs: its name, its threshold, and the source of how it scores. */
export function scorerFacts({ name, threshold, definition, score }: Scorer<any>): JsonObject {
  return { name, threshold: threshold ?? null, source: sourceHash([definition, score]) };
}

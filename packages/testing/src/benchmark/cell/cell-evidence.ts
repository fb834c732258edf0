import type { Finding } from "@flow-state-dev/judge";
import type { CountedWork, JsonObject } from "@flow-state-dev/records";

/** How an output is had again from its text: the text is it, or is JSON of it. */
export type OutputForm = "text" | "json";

/** What is kept of a cell beside its outcome. The output and the transcript are artifacts. */
export interface CellEvidence {
  /** Of the subject alone. */
  latencyMs?: number;
  /** What broke the subject, or cut it off. */
  error?: { name: string; message: string; code?: string };
  /** Also those of a cell that has no score because too little could be judged. */
  findings?: readonly Finding[];
  /** Of the single judgements. */
  judgeScores?: readonly number[];
  /** Judges that came to no judgement, each once. */
  judgeFailures?: readonly { judge: string; message: string }[];
  /** What of the output the judges were not shown, because it was too long; absent when they saw all of it. */
  judgeLeftOut?: string;
  codeScores?: Record<string, number>;
  /** Why a scorer gave none. */
  scorerErrors?: Record<string, string>;
  /** Absent when there is no output, or its text does not give it again. */
  outputForm?: OutputForm;
  /** The attempt that made the output, from 1; absent when it is the one that says so. */
  madeIn?: number;
  /** Answers from a cache that the output stands on, at what they cost when they were made; absent without any. */
  cached?: CountedWork;
  /** What the output took in the run that made it; absent when that is this one. */
  earlierWork?: CountedWork;
}

/** Evidence as the store takes it. */
export function toEvidence(evidence: CellEvidence): JsonObject {
  return evidence as JsonObject;
}

/** What members have to be for what is read of them. */
const readable: readonly [keyof CellEvidence, (value: unknown) => boolean][] = [
  ["latencyMs", (value) => typeof value === "number" && value >= 0],
  ["findings", Array.isArray],
  ["judgeScores", Array.isArray],
  ["judgeFailures", Array.isArray],
  ["judgeLeftOut", (value) => typeof value === "string"],
  ["codeScores", (value) => isObjectOf(value, "number")],
  ["scorerErrors", (value) => isObjectOf(value, "string")],
];

/**
 * Evidence as it was kept; what is not there was not known. A run may come from elsewhere: what cannot be what it is
 * called counts as not there.
 */
export function fromEvidence(evidence: JsonObject): CellEvidence {
  const read = { ...evidence };
  for (const [name, fits] of readable) if (read[name] !== undefined && !fits(read[name])) delete read[name];
  return read as CellEvidence;
}

function isObjectOf(value: unknown, kind: "number" | "string"): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((each) => typeof each === kind);
}

/** Names of the artifacts of a cell. */
export const artifactNames = { output: "output", transcript: "transcript" } as const;

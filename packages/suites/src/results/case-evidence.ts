import type { JsonObject } from "@flow-state-dev/records";

/** How one expectation came out. */
export interface ExpectationEvidence {
  /** As the suite has it. */
  expectation: string;
  /** Null when it could not be told: the judge failed, or the grader. */
  pass: boolean | null;
  /** What was seen, in a line. */
  evidence: string;
  /** Of a command that failed: the last lines it wrote. */
  output?: string;
}

/** What is kept of one attempt at a case beside its outcome. Transcript, patch and answer are artifacts. */
export interface CaseEvidence {
  agent: { name: string; version: string; model: string | null };
  /** How the agent ended, and a sentence about it. */
  ended: string;
  detail: string;
  expectations: ExpectationEvidence[];
  /** Model calls; null when nobody counted. */
  turns: number | null;
  /** US dollars that the agent spent; null when nobody knows. */
  costUsd: number | null;
  tokens: { input: number; output: number } | null;
  /** What the agent says itself, where a gateway has counted: the gateway's figures are those above. */
  reported?: {
    turns: number | null;
    tokens: { input: number; output: number } | null;
    costUsd: number | null;
  };
  /** Calls that went through the gateway, and of these: repeated ones, and those that the provider refused or broke. */
  wire?: { calls: number; retried: number; failed: number };
  exitCode: number | null;
  /** The attempt in which the agent worked, when this one only had it judged. */
  madeIn?: number;
  /** Milliseconds: of the agent alone, of set-up and of grading. */
  agentMs: number;
  setupMs: number;
  gradingMs: number;
  /** Files that grading had to put back to what they were: an attempt to change what grades. */
  putBack: string[];
  /** Where its workspace was kept, when that was asked for. */
  kept?: string;
  /** What a reader must know: changed tests, limits that the sandbox does not hold, unread usage. */
  warnings: string[];
}

/** Evidence as the store takes it. */
export function toCaseEvidence(evidence: CaseEvidence): JsonObject {
  return JSON.parse(JSON.stringify(evidence)) as JsonObject;
}

/** Names of the artifacts of a case. */
export const caseArtifacts = { transcript: "transcript", patch: "patch", answer: "answer" } as const;

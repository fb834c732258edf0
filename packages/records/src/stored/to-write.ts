import type { CallCharge, CallOpening } from "../call.ts";
import type { OutcomeKind } from "../outcome.ts";
import type { StoredContent } from "./artifact-codec.ts";

/** An artifact ready to be written. */
export type ArtifactToWrite = { name: string; mediaType: string } & StoredContent;

/** An opening ready to be written. */
export type OpeningToWrite = Omit<CallOpening, "worstCaseUsd"> & { worstNano: number | null };

/** A charge ready to be written. */
export type ChargeToWrite = Omit<CallCharge, "costUsd" | "details"> & {
  costNano: number | null;
  details: string;
};

/** How an attempt ended, ready to be written. */
export interface EndedAttempt {
  endedAt: string;
  outcomeKind: OutcomeKind;
  outcome: string;
  evidence: string;
  workingMs: number;
  waitingMs: number;
  health: string | null;
  suspect: boolean;
  counted: string | null;
}

/** Size of what they hold. */
export function contentBytes(artifacts: readonly ArtifactToWrite[]): number {
  return artifacts.reduce((sum, { content }) => sum + content.length, 0);
}

/** What an attempt has come to so far, ready to be written. */
export type ProgressToWrite = Pick<EndedAttempt, "evidence" | "suspect">;

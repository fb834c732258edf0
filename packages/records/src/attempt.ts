import type { CellId, CountedWork, RecordedUsage, Spend } from "./cell.ts";
import type { JsonObject } from "./json.ts";
import type { Outcome } from "./outcome.ts";

/** How the harness itself was doing while it measured. */
export interface Health {
  /** Longest time the event loop stood still, in milliseconds. */
  eventLoopLagMs: number;
  /** How much of its working time the process was late with what was due, in milliseconds. Older runs do not tell. */
  starvedMs?: number;
  /** Resident memory of the process at the end. */
  memoryBytes: number;
  /** Model calls under way in the process at the end, this attempt's included. */
  openCalls: number;
}

/** Something an attempt left behind: `transcript`, `output`, `patch`, … */
export interface Artifact {
  name: string;
  mediaType: string;
  content: string | Uint8Array;
}

/** What is known of an artifact without reading it. */
export interface ArtifactInfo {
  name: string;
  mediaType: string;
  /** Size of the content, before compression. */
  bytes: number;
}

/** How an attempt ended. Usage and spend are not part of it: they are the sums of its calls. */
export interface AttemptResult {
  outcome: Outcome;
  /** Error text, judge findings, expectations, exit code. */
  evidence: JsonObject;
  /** Time in which the subject or agent worked; what it waited for limits and retries is apart. */
  workingMs: number;
  waitingMs: number;
  health: Health | null;
  /** Measured while the harness was starved: the times are not to be trusted. */
  suspect: boolean;
  artifacts: readonly Artifact[];
  /** What the result took, where that may not be what all calls of the cell add up to. */
  counted?: CountedWork;
}

/**
 * What an attempt under way has come to so far: enough for a later one to go on from there. It stays when the attempt
 * is lost.
 */
export type AttemptProgress = Pick<AttemptResult, "evidence" | "suspect" | "artifacts">;

/** Progress as it is kept; only attempts that told of some have it. */
export type KeptProgress = Omit<AttemptProgress, "artifacts"> & { artifacts: readonly ArtifactInfo[] };

/** An attempt as it is kept. `lost` means that its process died; its calls are in the books all the same. */
export type AttemptRecord = CellId & {
  /** From 1. */
  attempt: number;
  taskHash: string;
  worker: string;
  startedAt: string;
  spend: Spend;
  usage: RecordedUsage;
} & (
    | { state: "running"; progress?: KeptProgress }
    | { state: "lost"; endedAt: string; progress?: KeptProgress }
    | ({ state: "ended"; endedAt: string; artifacts: readonly ArtifactInfo[] } & Omit<
        AttemptResult,
        "artifacts"
      >)
  );

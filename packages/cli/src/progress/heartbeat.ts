import type { ProgressSnapshot } from "@flow-state-dev/sweep";

/** Milliseconds between two looks at whether a line is due. */
export const lookMs = 5_000;
const heartbeatMs = 60_000;
/** Trouble that lasts for so long is told without waiting for the next beat. */
const troubleMs = 10_000;

/** Says when a line is due where none can be drawn anew. */
export interface Heartbeat {
  /** Whether a line is due: a minute after the last one, or once when cells have been held up for ten seconds. */
  due(progress: Pick<ProgressSnapshot, "heldUp">): boolean;
  /** A line was written. */
  told(): void;
}

/** A heartbeat that begins now. Ask it every `lookMs`. */
export function createHeartbeat(now: () => number = () => performance.now()): Heartbeat {
  let toldAt = now();
  let trouble: { since: number; told: boolean } | null = null;
  return {
    due({ heldUp }) {
      if (heldUp.length === 0) trouble = null;
      else trouble ??= { since: now(), told: false };
      if (now() - toldAt >= heartbeatMs) return true;
      return trouble !== null && !trouble.told && now() - trouble.since >= troubleMs;
    },
    told() {
      toldAt = now();
      if (trouble) trouble.told = true;
    },
  };
}

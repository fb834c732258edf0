import type { ProgressSnapshot } from "@flow-state-dev/sweep";

/** Milliseconds between two looks at whether a line is due. */
export const lookMs = 5_000;
const quietMs = 60_000;
/** Trouble that lasts for so long is told without waiting for the next one. */
const troubleMs = 10_000;

/** Says when a line is due where none can be drawn anew. */
export interface DueLines {
  /** Whether a line is due: a minute after the last one, or once when cells have been held up for ten seconds. */
  due(progress: Pick<ProgressSnapshot, "heldUp">): boolean;
  /** A line was written. */
  told(): void;
}

/** Begins now. Ask it every `lookMs`. */
export function createDueLines(now: () => number = () => performance.now()): DueLines {
  let toldAt = now();
  let trouble: { since: number; told: boolean } | null = null;
  return {
    due({ heldUp }) {
      if (heldUp.length === 0) trouble = null;
      else trouble ??= { since: now(), told: false };
      if (now() - toldAt >= quietMs) return true;
      return trouble !== null && !trouble.told && now() - trouble.since >= troubleMs;
    },
    told() {
      toldAt = now();
      if (trouble) trouble.told = true;
    },
  };
}

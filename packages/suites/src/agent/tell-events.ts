import type { Clock } from "@flow-state-dev/core";
import type { TranscriptEvent, UntimedEvent } from "../transcript/transcript-event.ts";

/** Tells events with their time. */
export type Tell = (event: UntimedEvent, turn?: number | null) => void;

/** Gives events the time since now. A listener that throws is not heard of again by the agent. */
export function tellEvents(onEvent: (event: TranscriptEvent) => void, clock: Clock): Tell {
  const startedAt = clock.elapsed();
  return (event, turn = null) => {
    const atMs = Math.round(clock.elapsed() - startedAt);
    try {
      onEvent({ ...event, atMs, turn } as TranscriptEvent);
    } catch {
      // Who listens must not be able to break who works.
    }
  };
}

import type { ErrorRecord, Usage } from "@flow-state-dev/core";

/** When something happened. */
export interface EventTime {
  /** Milliseconds since the agent started. */
  atMs: number;
  /** The turn it belongs to, from 1; null outside of turns, or where nobody counts them. */
  turn: number | null;
}

/** One thing that happened while an agent worked. Texts are what models and programs wrote: hostile until proven. */
export type TranscriptEvent = EventTime &
  (
    | {
        type: "message";
        role: "system" | "user" | "assistant";
        text: string;
        /** What the model thought, where the provider tells. */
        reasoning?: string;
      }
    | { type: "tool-call"; id: string; tool: string; input: unknown }
    | { type: "tool-result"; id: string; tool: string; ok: boolean; text: string; durationMs: number }
    /** One model call, or what a program says of all of its calls. */
    | {
        type: "usage";
        model: string | null;
        usage: Usage | null;
        costUsd: number | null;
        durationMs: number | null;
      }
    /** What a program wrote, as it came. */
    | { type: "output"; stream: "stdout" | "stderr"; text: string }
    /** Something the runner or the loop did: a wait, a hint, a cut in the context. */
    | { type: "notice"; text: string }
    | { type: "error"; error: ErrorRecord }
    | { type: "end"; ended: string; detail: string }
  );

/** The kinds of events. */
export type TranscriptEventType = TranscriptEvent["type"];

type WithoutTime<E> = E extends TranscriptEvent ? Omit<E, keyof EventTime> : never;

/** An event before it has a time. */
export type UntimedEvent = WithoutTime<TranscriptEvent>;

import { cutText } from "./cut-text.ts";
import type { TranscriptEvent } from "./transcript-event.ts";
import { type TranscriptFooter, type TranscriptHeader, transcriptVersion } from "./transcript-line.ts";

/** Where lines go and how many of them. */
export interface TranscriptWriterOptions {
  /** Takes one line, its line break included. */
  write(line: string): void;
  header: Omit<TranscriptHeader, "transcript">;
  /** Characters of one text in an event; what is longer loses its middle. Default 100,000. */
  maxText?: number;
  /** Characters of all lines; later events are only counted. The end of the agent always fits. Default 16 Mi. */
  maxTotal?: number;
}

/** Takes events in and gives lines out. */
export interface TranscriptWriter {
  add(event: TranscriptEvent): void;
  /** Writes how many events were left out, if any. Nothing may be added afterwards. */
  close(): void;
  /** Events that were left out so far. */
  readonly left: number;
}

const defaultMaxText = 100_000;
/** Characters that a transcript takes when nobody says otherwise. */
export const defaultMaxTotal = 16 * 1024 * 1024;

/**
 * Writes a transcript as JSON Lines: a header, then one event a line. Bounded in size, whatever the agent does. It
 * redacts nothing: the store does that with everything it takes.
 */
export function createTranscriptWriter(options: TranscriptWriterOptions): TranscriptWriter {
  const { write, maxText = defaultMaxText, maxTotal = defaultMaxTotal } = options;
  let total = 0;
  let left = 0;
  const put = (value: unknown) => {
    const line = `${JSON.stringify(value)}\n`;
    total += line.length;
    write(line);
  };
  put({ transcript: transcriptVersion, ...options.header } satisfies TranscriptHeader);
  return {
    add(event) {
      const line = lineOf(event, maxText);
      if (total + line.length > maxTotal && event.type !== "end") {
        left += 1;
        return;
      }
      total += line.length;
      write(line);
    },
    close() {
      if (left > 0) put({ left } satisfies TranscriptFooter);
    },
    get left() {
      return left;
    },
  };
}

/**
 * An event as the line of a transcript. Long texts anywhere in it lose their middle; what cannot be written as JSON is
 * named instead.
 */
export function lineOf(event: TranscriptEvent, maxText = defaultMaxText): string {
  const cut = (_key: string, value: unknown) => (typeof value === "string" ? cutText(value, maxText) : value);
  try {
    return `${JSON.stringify(event, cut)}\n`;
  } catch {
    const { atMs, turn } = event;
    return `${JSON.stringify({ type: "notice", atMs, turn, text: `a ${event.type} event that cannot be written` })}\n`;
  }
}

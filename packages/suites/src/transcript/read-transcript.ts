import type { TranscriptEvent } from "./transcript-event.ts";
import { parseTranscriptLine, type TranscriptHeader } from "./transcript-line.ts";

/** A transcript that was read. */
export interface Transcript {
  /** Null when the first line was none. */
  header: TranscriptHeader | null;
  events: TranscriptEvent[];
  /** Events that the writer left out for want of room. */
  left: number;
  /** Lines that could not be read, from 1, the first hundred of them. */
  problems: { line: number; problem: string }[];
}

const mostProblems = 100;

/** Reads a transcript, as much of it as can be read: one that broke off is told up to where it broke. */
export function readTranscript(text: string): Transcript {
  const transcript: Transcript = { header: null, events: [], left: 0, problems: [] };
  let number = 0;
  for (const line of text.split("\n")) {
    number += 1;
    if (line.trim() === "") continue;
    const read = parseTranscriptLine(line);
    if (read.kind === "event") transcript.events.push(read.event);
    else if (read.kind === "header") transcript.header ??= read.header;
    else if (read.kind === "footer") transcript.left += read.footer.left;
    else if (transcript.problems.length < mostProblems)
      transcript.problems.push({ line: number, problem: read.problem });
  }
  return transcript;
}

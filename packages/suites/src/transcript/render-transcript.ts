import { formatCellCost, formatDuration } from "@flow-state-dev/core";
import { withoutBuildCommands } from "@flow-state-dev/records/hidden-characters";
import { printable } from "../text/printable.ts";
import { describeInput } from "./describe-input.ts";
import type { TranscriptEvent } from "./transcript-event.ts";

/** How events are shown. */
export interface RenderOptions {
  /** Stands before every line, e.g. the id of the case. */
  prefix?: string;
  /** Lines of one text; the rest is counted. Default 12. */
  maxLines?: number;
  /** Characters of a line. Default 200. */
  maxWidth?: number;
}

/**
 * An event as lines for people: plain text, safe for a terminal and for the log of a build whatever the model wrote.
 * None when there is nothing to show.
 */
export function renderEvent(event: TranscriptEvent, options: RenderOptions = {}): string[] {
  const { prefix = "", maxLines = 12, maxWidth = 200 } = options;
  const lines = linesOf(event, maxLines, maxWidth);
  return prefix === "" ? lines : lines.map((line) => `${prefix} ${line}`);
}

/** A whole transcript as lines for people. */
export function renderTranscript(events: Iterable<TranscriptEvent>, options: RenderOptions = {}): string[] {
  return Array.from(events).flatMap((event) => renderEvent(event, options));
}

function linesOf(event: TranscriptEvent, most: number, width: number): string[] {
  const block = (text: string, mark: string) => textLines(text, mark, most, width);
  switch (event.type) {
    case "message":
      if (event.role === "system") return [];
      return block(event.text, event.role === "user" ? "> " : "");
    case "tool-call":
      return [oneLine(`▸ ${event.tool} ${describeInput(event.input)}`, width)];
    case "tool-result":
      return block(event.text, event.ok ? "  " : "  ✗ ");
    case "usage": {
      const { usage } = event;
      const tokens = usage ? `${usage.inputTokens} in, ${usage.outputTokens} out` : "tokens unknown";
      const took = event.durationMs === null ? "" : `, ${formatDuration(event.durationMs)}`;
      const cost = event.costUsd === null ? "cost unknown" : formatCellCost(event.costUsd);
      return [`  · ${tokens}, ${cost}${took}`];
    }
    case "output":
      return block(event.text.replace(/\n$/, ""), "");
    case "notice":
      return block(event.text, "  · ");
    case "error":
      return block(event.error.message, "  ✗ ");
    case "end":
      return [oneLine(`■ ${event.ended}${event.detail === "" ? "" : `: ${event.detail}`}`, width)];
  }
}

function textLines(text: string, mark: string, most: number, width: number): string[] {
  if (text.trim() === "") return [];
  const lines = text.split(/\r?\n/);
  const shown = lines.slice(0, most).map((line) => oneLine(mark + line, width));
  const more = lines.length - most;
  return more > 0 ? [...shown, `${mark}[${more} more lines]`] : shown;
}

function oneLine(text: string, width: number): string {
  const line = printable(text.replaceAll(/(?<!\s)\s*\n\s*/g, " "), width).trimEnd();
  return withoutBuildCommands(line);
}

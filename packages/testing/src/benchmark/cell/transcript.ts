import type { FlowEvent, OnEvent } from "@flow-state-dev/core";
import { outputText } from "@flow-state-dev/judge";

/** How much of a text is kept in a transcript. */
const textLimit = 20_000;
/** Characters of all lines; what comes later is only counted. As much as the transcript of an agent takes. */
const wholeLimit = 16 * 1024 * 1024;

/** Collects what happened in the blocks of one cell, as JSON Lines. */
export interface Transcript {
  onEvent: OnEvent;
  /** One event a line, in order; empty when nothing happened. */
  text(): string;
}

/**
 * Listens to the run of one subject. Long texts are cut; the cut is marked, and so is what found no room at the end.
 */
export function createTranscript(): Transcript {
  const lines: string[] = [];
  let length = 0;
  let left: { events: number; since: FlowEvent } | undefined;
  return {
    onEvent(event) {
      const kept = keptOf(event);
      if (!kept) return;
      const line = left ? "" : lineOf(kept);
      if (left) left.events += 1;
      else if (length + line.length > wholeLimit) left = { events: 1, since: kept };
      else {
        length += line.length;
        lines.push(line);
      }
    },
    text() {
      const all = left ? [...lines, lineOf(leftOut(left))] : lines;
      return all.length === 0 ? "" : `${all.join("\n")}\n`;
    },
  };
}

function leftOut({ events, since: { id, at } }: { events: number; since: FlowEvent }): FlowEvent {
  return { type: "emitted", id, at, name: "transcript", data: `${events} more events found no room` };
}

/** Blocks that only pass values on say nothing that those inside them do not. */
function keptOf(event: FlowEvent): FlowEvent | undefined {
  if (event.type === "text.delta") return undefined;
  if (event.type === "block.started" && event.kind !== "generator") return { ...event, input: undefined };
  return event;
}

/** A line that is short as it is has no text that must be cut; to look at every value of it takes far longer. */
function lineOf(event: FlowEvent): string {
  try {
    const line = JSON.stringify(event);
    if (line.length <= textLimit) return line;
  } catch {
    // A bigint, which JSON does not know, or a value that holds itself.
  }
  try {
    return JSON.stringify(event, shorten);
  } catch {
    const told = Object.entries(event).map(([field, value]) => [field, asJson(value)]);
    return JSON.stringify(Object.fromEntries(told), shorten);
  }
}

/** The value itself where it can be JSON, else the text that a judge reads in its place. */
function asJson(value: unknown): unknown {
  try {
    JSON.stringify(value, shorten);
    return value;
  } catch {
    return outputText(value);
  }
}

function shorten(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "string" || value.length <= textLimit) return value;
  return `${value.slice(0, textLimit)}… (${value.length - textLimit} more characters)`;
}

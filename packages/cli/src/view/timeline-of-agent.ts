import { describeInput, OpenCalls, type TranscriptEvent } from "@flow-state-dev/suites";
import { shownText, type TimelineEvent } from "@flow-state-dev/viewer";
import { oneLine } from "./timeline-of-flow.ts";

/** The timeline of an agent at work: messages, tools with their results, what programs wrote, errors. */
export function timelineOfAgent(events: readonly TranscriptEvent[]): TimelineEvent[] {
  const shown: TimelineEvent[] = [];
  const tools = new OpenCalls<TimelineEvent>();
  for (const event of events) {
    if (event.type === "tool-result") {
      const call =
        tools.take(event.id) ?? add(shown, event.atMs, { kind: "tool", who: event.tool, title: "" });
      call.ok = event.ok;
      call.result = shownText(event.text);
      call.ms = event.durationMs;
      continue;
    }
    const made = ofEvent(event);
    if (!made) continue;
    const kept = add(shown, event.atMs, made);
    if (event.type === "tool-call") tools.add(event.id, kept);
  }
  return shown;
}

type Made = Partial<TimelineEvent> & Pick<TimelineEvent, "kind" | "who" | "title">;

function add(shown: TimelineEvent[], at: number, made: Made): TimelineEvent {
  const event = { at, depth: 0, body: null, result: null, ok: null, ms: null, costUsd: null, ...made };
  shown.push(event);
  return event;
}

function ofEvent(event: TranscriptEvent): Made | null {
  switch (event.type) {
    case "message": {
      const thought = event.reasoning === undefined ? "" : `${event.reasoning}\n\n`;
      return {
        kind: "message",
        who: event.role,
        title: oneLine(event.text),
        body: shownText(`${thought}${event.text}`),
      };
    }
    case "tool-call":
      return {
        kind: "tool",
        who: event.tool,
        title: oneLine(describeInput(event.input)),
        body: shownText(pretty(event.input)),
      };
    case "usage": {
      const { usage, model, costUsd, durationMs } = event;
      const tokens = usage ? `${usage.inputTokens} tokens in, ${usage.outputTokens} out` : "tokens not known";
      return { kind: "call", who: model ?? "model", title: tokens, costUsd, ms: durationMs };
    }
    case "output":
      return { kind: "output", who: event.stream, title: oneLine(event.text), body: shownText(event.text) };
    case "notice":
      return { kind: "notice", who: "notice", title: oneLine(event.text), body: shownText(event.text) };
    case "error":
      return {
        kind: "error",
        who: "error",
        title: oneLine(event.error.message),
        ok: false,
        body: shownText(event.error.message),
      };
    case "end":
      return {
        kind: "end",
        who: "end",
        title: oneLine(`${event.ended}${event.detail ? `: ${event.detail}` : ""}`),
      };
    case "tool-result":
      return null;
  }
}

function pretty(input: unknown): string {
  if (typeof input === "string") return input;
  if (typeof input !== "object" || input === null) return String(input ?? "");
  return Object.entries(input)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("\n");
}

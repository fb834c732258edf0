import type { FlowEvent } from "@flow-state-dev/core";
import { parseTranscriptLine, readTranscript, type TranscriptEvent } from "@flow-state-dev/suites";
import { textOf } from "./text-of.ts";

/** What happened in a cell, whichever half of the system wrote it down. */
export interface CellEvents {
  events: TranscriptEvent[];
  /** Name and version of the agent, when the transcript says. */
  agent: { name: string; version: string; model: string | null } | null;
  /** ISO time at which it began, when the transcript says. */
  startedAt: string | null;
  /** Events that were left out for want of room, and lines that could not be read. */
  left: number;
  unreadable: number;
}

/** Reads a transcript: of an agent, or of the blocks of a pattern. What cannot be read is counted. */
export function readCellEvents(text: string): CellEvents {
  const { header, events, left, problems } = readTranscript(text);
  if (header || events.length > 0) {
    const agent = header && { name: header.agent, version: header.agentVersion, model: header.model };
    return { events, agent, startedAt: header?.startedAt ?? null, left, unreadable: problems.length };
  }
  return blockEvents(text);
}

function blockEvents(text: string): CellEvents {
  const events: TranscriptEvent[] = [];
  let [began, unreadable]: [number | null, number] = [null, 0];
  const kinds = new Map<string, { kind: string; name: string }>();
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const event = parse(line);
    if (event === null) {
      unreadable++;
      continue;
    }
    began ??= event.at;
    if (event.type === "block.started") kinds.set(event.id, { kind: event.kind, name: event.name });
    const told = toldOf(event, kinds.get(event.id));
    if (told === null) continue;
    // The blocks of another program may tell of less than ours, or of something else.
    const read = parseTranscriptLine(
      JSON.stringify({ atMs: Math.max(0, event.at - began), turn: null, ...told }),
    );
    if (read.kind === "event") events.push(read.event);
    else unreadable++;
  }
  const startedAt = began === null ? null : new Date(began).toISOString();
  return { events, agent: null, startedAt, left: 0, unreadable };
}

function parse(line: string): FlowEvent | null {
  try {
    const event = JSON.parse(line) as FlowEvent | null;
    const usable =
      typeof event?.type === "string" && typeof event.at === "number" && Math.abs(event.at) < 8e15;
    return usable ? event : null;
  } catch {
    return null;
  }
}

/** An event of a block as one of a transcript; null for what only passes values on. */
function toldOf(event: FlowEvent, block: { kind: string; name: string } | undefined): object | null {
  const asks = block?.kind === "generator";
  switch (event.type) {
    case "block.started":
      return asks ? { type: "message", role: "user", text: `[${event.name}] ${textOf(event.input)}` } : null;
    case "block.finished":
      return asks ? { type: "message", role: "assistant", text: textOf(event.output) } : null;
    case "block.failed":
      return { type: "error", error: errorOf(event.error) };
    case "block.retrying":
    case "call.retrying":
      return { type: "notice", text: `tried again after ${errorOf(event.error).message}` };
    case "call.fallback":
      return { type: "notice", text: `${event.modelId} was given up for ${event.nextModelId}` };
    case "call.cached":
      return { type: "notice", text: `${event.modelId}: answered from the cache` };
    case "call.charged": {
      const {
        modelId = null,
        usage = null,
        costUsd = null,
        latencyMs = null,
      } = (event.charge ?? {}) as {
        modelId?: string;
        usage?: object;
        costUsd?: number | null;
        latencyMs?: number;
      };
      return { type: "usage", model: modelId, usage, costUsd, durationMs: latencyMs };
    }
    case "tool.called":
      return { type: "tool-call", id: event.toolCallId, tool: event.toolName, input: event.input };
    case "tool.finished": {
      const { result } = event;
      const text = result?.ok ? textOf(result.output) : textOf(result?.error);
      const id = { id: event.toolCallId, tool: event.toolName };
      return { type: "tool-result", ...id, ok: result?.ok === true, text, durationMs: 0 };
    }
    case "emitted":
      return { type: "notice", text: `${event.name}: ${textOf(event.data)}` };
    default:
      return null;
  }
}

function errorOf(error: unknown): { name: string; message: string } {
  const { name, message } = (error ?? {}) as { name?: unknown; message?: unknown };
  return { name: textOf(name ?? "Error"), message: textOf(message ?? "unknown") };
}

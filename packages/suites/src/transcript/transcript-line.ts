import { shown } from "../text/shown.ts";
import type { TranscriptEvent } from "./transcript-event.ts";

/** The version of the format that is written. */
export const transcriptVersion = 1;

/** The first line: what it is and whose. */
export interface TranscriptHeader {
  transcript: typeof transcriptVersion;
  agent: string;
  agentVersion: string;
  model: string | null;
  /** ISO time at which the agent started. */
  startedAt: string;
}

/** The last line when not everything fitted. */
export interface TranscriptFooter {
  /** Events that were left out because the transcript was full. */
  left: number;
}

/** What a line of a transcript holds. */
export type TranscriptLine =
  | { kind: "header"; header: TranscriptHeader }
  | { kind: "event"; event: TranscriptEvent }
  | { kind: "footer"; footer: TranscriptFooter }
  | { kind: "unreadable"; problem: string };

type Facts = Record<string, unknown>;

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isAmount = (value: unknown) => value === null || (isNumber(value) && value >= 0);
const isFacts = (value: unknown): value is Facts =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const usageFields = ["inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens", "reasoningTokens"];

const isUsage = (value: unknown) =>
  isFacts(value) && usageFields.every((field) => value[field] !== null && isAmount(value[field]));

const shapes: Record<TranscriptEvent["type"], (event: Facts) => boolean> = {
  message: ({ role, text, reasoning }) =>
    (role === "system" || role === "user" || role === "assistant") &&
    isText(text) &&
    (reasoning === undefined || isText(reasoning)),
  "tool-call": ({ id, tool }) => isText(id) && isText(tool),
  "tool-result": ({ id, tool, ok, text, durationMs }) =>
    isText(id) && isText(tool) && typeof ok === "boolean" && isText(text) && isNumber(durationMs),
  usage: ({ model, usage, costUsd, durationMs }) =>
    (model === null || isText(model)) &&
    (usage === null || isUsage(usage)) &&
    isAmount(costUsd) &&
    isAmount(durationMs),
  output: ({ stream, text }) => (stream === "stdout" || stream === "stderr") && isText(text),
  notice: ({ text }) => isText(text),
  error: ({ error }) => isFacts(error) && isText(error.name) && isText(error.message),
  end: ({ ended, detail }) => isText(ended) && isText(detail),
};

/** Reads one line. What cannot be read is told, never thrown. */
export function parseTranscriptLine(line: string): TranscriptLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { kind: "unreadable", problem: "not JSON" };
  }
  if (!isFacts(value)) return { kind: "unreadable", problem: "not an object" };
  if ("transcript" in value) return readHeader(value);
  if ("left" in value && !("type" in value)) {
    return isNumber(value.left)
      ? { kind: "footer", footer: { left: value.left } }
      : { kind: "unreadable", problem: "the count of events left out is no number" };
  }
  const type = isText(value.type) ? value.type : "";
  const shape = Object.hasOwn(shapes, type) ? shapes[type as TranscriptEvent["type"]] : undefined;
  if (!shape) return { kind: "unreadable", problem: `unknown event ${shown(type, 40)}` };
  const timed = isNumber(value.atMs) && (value.turn === null || isNumber(value.turn));
  if (!timed || !shape(value)) return { kind: "unreadable", problem: `a ${type} event with wrong fields` };
  return { kind: "event", event: value as unknown as TranscriptEvent };
}

function readHeader(value: Facts): TranscriptLine {
  if (value.transcript !== transcriptVersion) {
    const { transcript: version } = value;
    const told = isNumber(version) ? String(version) : shown(JSON.stringify(version), 20);
    return {
      kind: "unreadable",
      problem: `version ${told} of the format; this program reads version ${transcriptVersion}`,
    };
  }
  const { agent, agentVersion, model, startedAt } = value;
  const isHeader =
    isText(agent) && isText(agentVersion) && (model === null || isText(model)) && isText(startedAt);
  if (!isHeader) return { kind: "unreadable", problem: "a header with wrong fields" };
  return {
    kind: "header",
    header: { transcript: transcriptVersion, agent, agentVersion, model, startedAt },
  };
}

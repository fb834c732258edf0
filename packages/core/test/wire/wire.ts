import type { IncomingHttpHeaders } from "node:http";

/**
 * Tokens as a bill has them: `input` and `output` are totals, the others say how much of them was of a special kind.
 */
export interface WireUsage {
  input: number;
  output: number;
  cacheRead?: number;
  cacheWrite?: number;
  /** Of `cacheWrite`, kept for an hour; Anthropic alone tells. */
  cacheWriteHour?: number;
  reasoning?: number;
}

/** A tool call of an answer. */
export interface WireToolCall {
  id?: string;
  name: string;
  args: Record<string, unknown>;
}

/**
 * What becomes of an answer on its way. `after` counts events of a stream; a JSON body is then sent by half.
 * - `whole`: it arrives.
 * - `cut`: the socket is destroyed.
 * - `short`: the connection closes properly, but the closing events (or the second half of the JSON) never came.
 * - `stall`: no more bytes come, and the connection stays open.
 * - `error`: the stream goes on with the provider's error event.
 */
export type WireEnding =
  | { type: "whole" }
  | { type: "cut"; after: number }
  | { type: "short" }
  | { type: "stall"; after: number }
  | { type: "error"; after: number; error: string; message: string };

/** An answer that costs what `usage` says, also when it does not arrive whole. */
export interface WireAnswer {
  type: "answer";
  /** The words of the answer, one piece of a stream each. */
  text?: string[];
  /** The thoughts before it. */
  reasoning?: string[];
  toolCalls?: WireToolCall[];
  /** A structured answer; sent the way the request asks for it. */
  json?: unknown;
  finish?: "stop" | "length";
  usage: WireUsage;
  /** The provider's own figure, as OpenRouter sends it along with Chat Completions. */
  costUsd?: number;
  ending?: WireEnding;
  /** Bytes per write; 1 splits every character that has more than one. */
  chunkBytes?: number;
  /** Sent before the first event of a stream, as an event of its own that nobody can read. */
  garbageFirst?: string;
  /** Milliseconds between the events of a stream. */
  eventGapMs?: number;
}

/** Refused with a status and the provider's error body. */
export interface WireRefusal {
  type: "refusal";
  status: number;
  message?: string;
  /** The provider's word for it; derived from the status when absent. */
  error?: string;
  headers?: Record<string, string>;
}

/**
 * What a server does with one request. `garbage` is a success with a body nobody can read, `endless` one that goes on
 * until the client leaves; `silence` never answers.
 */
export type WireReply =
  | WireAnswer
  | WireRefusal
  | { type: "garbage"; body: string; contentType?: string }
  | { type: "endless"; piece: string; gapMs: number }
  | { type: "silence" }
  | { type: "hang-up" };

/** A request as it came in. */
export interface WireRequest {
  wire: Wire["name"];
  path: string;
  headers: IncomingHttpHeaders;
  body: any;
  model: string;
  streamed: boolean;
  /** The id under which the answer goes out. */
  requestId: string;
  /** What was billed for it; undefined when nothing was. */
  billed: WireUsage | undefined;
  /** Did the client leave before the answer was complete? */
  clientGone: boolean;
}

/** One event of a stream. */
export interface WireEvent {
  event?: string;
  /** JSON, or the text itself. */
  data: unknown;
  /** Does it say how the answer ended, or what it cost? */
  closing?: boolean;
}

/** How one provider's API looks on the wire. */
export interface Wire {
  name: "anthropic-messages" | "openai-responses" | "openai-chat" | "gemini";
  /** Does a request to this path speak it? */
  matches(path: string): boolean;
  isStreamed(path: string, body: any): boolean;
  modelOf(path: string, body: any): string;
  /** Headers that every answer carries. */
  headers(requestId: string): Record<string, string>;
  json(answer: WireAnswer, request: WireRequest): unknown;
  events(answer: WireAnswer, request: WireRequest): WireEvent[];
  /** The error event inside a stream. */
  errorEvent(error: string, message: string): WireEvent;
  refusal(refusal: WireRefusal, requestId: string): unknown;
}

/** The words of an answer as one text; a structured one as JSON. */
export function textOf(answer: WireAnswer): string {
  return answer.json === undefined ? (answer.text ?? []).join("") : JSON.stringify(answer.json);
}

/** The same in the pieces a stream sends. */
export function piecesOf(answer: WireAnswer): string[] {
  return answer.json === undefined ? (answer.text ?? []) : halves(JSON.stringify(answer.json));
}

/** A text in two pieces. */
export function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((piece) => piece !== "");
}

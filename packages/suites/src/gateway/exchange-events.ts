import { createHash } from "node:crypto";
import type { UntimedEvent } from "../transcript/transcript-event.ts";
import type { Exchange } from "./exchange.ts";

/** Tells an event; `turn` is the number of the call it belongs to. */
export type TellEvent = (event: UntimedEvent, turn: number) => void;

/** Prompts of the system that are remembered: an agent has a few, and one that means harm as many as it has calls. */
const mostSystems = 100;

interface OpenToolCall {
  tool: string;
  /** Milliseconds since the epoch at which the model had called it. */
  at: number;
}

/**
 * Makes a transcript of what went over the wire, for agents whose own log lacks it: what was new in each request, what
 * was answered, what it cost. A call that fails and is made again is told as a notice, its prompt only once.
 */
export function exchangeEvents(tell: TellEvent): (exchange: Exchange) => void {
  const systems = new Set<string>();
  const openCalls = new Map<string, OpenToolCall>();
  /** By its hash: each may have megabytes. */
  const isNewSystem = (text: string) => {
    const hash = createHash("sha256").update(text).digest("base64");
    if (systems.has(hash)) return false;
    if (systems.size >= mostSystems) systems.clear();
    systems.add(hash);
    return true;
  };
  return (exchange) => {
    const { number, request, answer, status } = exchange;
    const startedAt = Date.parse(exchange.startedAt);
    const say = (event: UntimedEvent) => tell(event, number);
    if (exchange.retryOf === null) {
      if (request.system !== null && isNewSystem(request.system))
        say({ type: "message", role: "system", text: request.system });
      for (const item of request.news) {
        if (item.type === "user") say({ type: "message", role: "user", text: item.text });
        else say(resultOf(item, openCalls, startedAt));
      }
    }
    if (answer.text !== "" || answer.reasoning !== "") {
      const { text, reasoning } = answer;
      say({ type: "message", role: "assistant", text, ...(reasoning !== "" && { reasoning }) });
    }
    for (const { id, name, input } of answer.toolCalls) {
      openCalls.set(id, { tool: name, at: startedAt + exchange.latencyMs });
      say({ type: "tool-call", id, tool: name, input });
    }
    if (status !== "refused") {
      const { modelId: model, usage, costUsd, latencyMs } = exchange;
      say({ type: "usage", model, usage, costUsd, durationMs: Math.round(latencyMs) });
    }
    if (exchange.error)
      say({ type: "notice", text: `Call ${number} ${ended[status]}: ${exchange.error.message}` });
  };
}

const ended: Readonly<Record<Exchange["status"], string>> = {
  complete: "was answered",
  failed: "failed",
  aborted: "was cut off",
  refused: "was refused",
};

type Result = Extract<Exchange["request"]["news"][number], { type: "tool-result" }>;

/** From the answer that called a tool to the request that brings its result the agent was at work on it. */
function resultOf(
  { id, tool, text, ok }: Result,
  openCalls: Map<string, OpenToolCall>,
  startedAt: number,
): UntimedEvent {
  const called = openCalls.get(id) ?? lastOf(openCalls, tool);
  const durationMs = called ? Math.max(0, Math.round(startedAt - called.at)) : 0;
  return { type: "tool-result", id, tool: tool ?? called?.tool ?? "", ok, text, durationMs };
}

/** Gemini's results need not repeat the id of their call. */
function lastOf(openCalls: Map<string, OpenToolCall>, tool: string | null): OpenToolCall | undefined {
  if (tool === null) return undefined;
  return [...openCalls.values()].findLast((call) => call.tool === tool);
}

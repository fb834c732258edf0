import { systemClock } from "@flow-state-dev/core";
import { tellEvents } from "../agent/tell-events.ts";
import type { Exchange } from "../gateway/exchange.ts";
import { exchangeEvents } from "../gateway/exchange-events.ts";
import type { TranscriptEvent } from "../transcript/transcript-event.ts";

/** What went over the wire, for agents whose own log does not tell it. */
export interface WireLog {
  onExchange(exchange: Exchange): void;
  /** To be told what the agent says itself. */
  hear(event: TranscriptEvent): void;
  /** The agent has ended: what its log lacks is told now. */
  end(): void;
}

/** More than this is not kept for an agent that is likely to tell it itself. */
const mostEvents = 5_000;

/**
 * Tells calls as they end when the agent is known to have no log of them (`live`). Else only trouble is told at once, and
 * the rest when the agent has ended without a word of its model.
 */
export function createWireLog(onEvent: (event: TranscriptEvent) => void, live: boolean): WireLog {
  const kept: TranscriptEvent[] = [];
  let toldItself = false;
  const tell = tellEvents((event) => {
    if (live || event.type === "notice") onEvent(event);
    else if (!toldItself && kept.length < mostEvents) kept.push(event);
  }, systemClock);
  return {
    onExchange: exchangeEvents(tell),
    hear(event) {
      if (!isOfModel(event)) return;
      toldItself = true;
      kept.length = 0;
    },
    end() {
      for (const event of kept.splice(0)) onEvent(event);
    },
  };
}

function isOfModel(event: TranscriptEvent): boolean {
  return event.type === "tool-call" || (event.type === "message" && event.role === "assistant");
}

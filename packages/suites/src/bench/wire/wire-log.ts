import { systemClock } from "@flow-state-dev/core";
import { tellEvents } from "../../agent/tell-events.ts";
import type { Exchange } from "../../gateway/exchange.ts";
import { exchangeEvents } from "../../gateway/exchange-events.ts";
import type { TranscriptEvent } from "../../transcript/transcript-event.ts";
import { defaultMaxTotal, lineOf } from "../../transcript/write-transcript.ts";

/** What went over the wire, for agents whose own log does not tell it. */
export interface WireLog {
  onExchange(exchange: Exchange): void;
  /** To be told what the agent says itself. False: the wire tells it better, and it is to be left out. */
  hear(event: TranscriptEvent): boolean;
  /** The agent has ended: what its log lacks is told now. */
  end(): void;
}

/** More than this, and than a transcript takes, is not kept for an agent that is likely to tell it itself. */
const mostEvents = 5_000;

/** An event as the transcript would take it, so that a prompt of megabytes is not held whole. */
interface KeptEvent {
  isOfTool: boolean;
  line: string;
}

/**
 * Tells calls as they end when the agent is known to have no log of them (`live`). Else trouble is told at once; tools,
 * when the agent tells that it used one but not what for; and the rest when it has ended without a word of its model.
 */
export function createWireLog(onEvent: (event: TranscriptEvent) => void, live: boolean): WireLog {
  let kept: KeptEvent[] = [];
  let characters = 0;
  let left = 0;
  let saidSomething = false;
  let toolsBy: "agent" | "wire" | null = null;
  const unexplained = new Set<string>();
  const tell = tellEvents((event) => {
    if (live || event.type === "notice" || (toolsBy === "wire" && isOfTool(event))) return onEvent(event);
    const known = isOfTool(event) ? toolsBy === "agent" : saidSomething;
    if (!known) keep(event);
  }, systemClock);

  function keep(event: TranscriptEvent): void {
    const line = lineOf(event);
    if (kept.length >= mostEvents || characters + line.length > defaultMaxTotal) {
      left += 1;
      return;
    }
    characters += line.length;
    kept.push({ isOfTool: isOfTool(event), line });
  }

  /** What is kept from now on; gives what is not. */
  function take(stays: (each: KeptEvent) => boolean): TranscriptEvent[] {
    const taken = kept.filter((each) => !stays(each));
    kept = kept.filter(stays);
    characters -= taken.reduce((sum, { line }) => sum + line.length, 0);
    return taken.map(({ line }) => JSON.parse(line) as TranscriptEvent);
  }

  function chooseTools(by: "agent" | "wire"): void {
    toolsBy = by;
    const tools = take((each) => !each.isOfTool);
    if (by === "wire") for (const event of tools) onEvent(event);
  }

  return {
    onExchange: exchangeEvents(tell),
    hear(event) {
      if (live) return true;
      if (event.type === "message" && event.role === "assistant") {
        saidSomething = true;
        take((each) => each.isOfTool);
      }
      if (event.type === "tool-call") {
        if (toolsBy === null) chooseTools(event.input === null ? "wire" : "agent");
        // Who tells of tools has a log, even when it says no word.
        saidSomething = true;
        take((each) => each.isOfTool);
        if (toolsBy !== "wire" || event.input !== null) return true;
        unexplained.add(event.id);
        return false;
      }
      return event.type !== "tool-result" || !unexplained.delete(event.id);
    },
    end() {
      for (const event of take(() => false)) onEvent(event);
      if (left > 0 && !saidSomething)
        tell({ type: "notice", text: `${left} more events of its calls were not kept.` });
    },
  };
}

function isOfTool({ type }: TranscriptEvent): boolean {
  return type === "tool-call" || type === "tool-result";
}

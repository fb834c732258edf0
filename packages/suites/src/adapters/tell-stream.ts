import type { Clock } from "@flow-state-dev/core";
import type { Tell } from "../agent/tell-events.ts";
import { OpenCalls } from "../transcript/open-calls.ts";
import type { TellStream } from "./output-reader.ts";

/** More calls than any agent has open at a time. */
const mostOpen = 10_000;

/**
 * Turns what readers understand into events of a transcript: results get the name of their tool, and how long it took.
 */
export function tellStream(tell: Tell, clock: Clock): TellStream {
  const open = new OpenCalls<{ tool: string; at: number }>();
  return (event, turn = null) => {
    switch (event.type) {
      case "tool-call":
        if (open.size < mostOpen) open.add(event.id, { tool: event.tool, at: clock.elapsed() });
        return tell(event, turn);
      case "tool-result": {
        const call = open.take(event.id);
        const measured = call ? Math.round(clock.elapsed() - call.at) : 0;
        return tell(
          { ...event, tool: call?.tool ?? "unknown", durationMs: event.durationMs ?? measured },
          turn,
        );
      }
      case "usage":
        return tell({ ...event, durationMs: null }, turn);
      default:
        return tell(event, turn);
    }
  };
}

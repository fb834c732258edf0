import { dataOf } from "./sse-frames.ts";
import type { Answer } from "./wires/answer.ts";
import type { Json } from "./wires/json.ts";
import { parseJson } from "./wires/json.ts";
import type { GatewayWire } from "./wires/wire.ts";

/** What the wires of OpenAI end a stream with. */
const done = "[DONE]";

/**
 * Takes one frame of a stream into an answer. Gives its event; null when it has none: a comment, the mark of the end,
 * or what is no JSON object, which is counted as bytes that somebody may have to pay for. Never throws.
 */
export function readFrame(frame: Buffer, wire: GatewayWire, answer: Answer): Json | null {
  const data = dataOf(frame);
  if (data === null) return null;
  if (data.trim() === done) {
    answer.ended = true;
    return null;
  }
  const event = parseJson(data);
  if (typeof event !== "object" || event === null || Array.isArray(event)) {
    answer.addBytes(data);
    return null;
  }
  try {
    wire.readEvent(event, answer);
  } catch {
    answer.addBytes(data);
  }
  return event;
}

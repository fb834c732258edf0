import { isNoCompletion } from "@flow-state-dev/core";
import { errorInEvents, isEvents } from "./error-in-events.ts";
import type { Answer } from "./wires/answer.ts";
import { parseJson } from "./wires/json.ts";
import type { GatewayWire } from "./wires/wire.ts";

/**
 * What a body is that did not come as a stream: an answer of the wire, be it one that tells of an error; a stream under
 * another name; nothing but an error, as events that nobody asked for; or none of these. Of the last, `what` is a noun
 * for a message, and `billable` whether a model may have written it.
 */
export type WholeAnswer =
  | { kind: "answer" }
  | { kind: "events" }
  | { kind: "refused"; said: string }
  | { kind: "foreign"; what: string; billable: boolean };

/** How the call was asked for. */
export interface AskedFor {
  wire: GatewayWire;
  /** Was a stream asked for? */
  streamed: boolean;
}

/**
 * Takes a body that came whole into an answer, and says what it is. What no model can have written, such as the page of
 * a proxy, is billed by nobody; the rest may be half an answer. Events are left to be read. Never throws.
 */
export function readWholeAnswer(bytes: Buffer, { wire, streamed }: AskedFor, answer: Answer): WholeAnswer {
  const text = bytes.toString("utf8");
  const value = parseJson(text);
  if (typeof value !== "object" || value === null) {
    if (isEvents(text)) {
      if (streamed) return { kind: "events" };
      const said = errorInEvents(bytes, wire);
      if (said !== null) return { kind: "refused", said };
    }
    const foreign = foreignAnswer(text, "something that is not JSON");
    if (foreign.billable) answer.addBytes(bytes.toString("latin1"));
    return foreign;
  }
  try {
    wire.readWhole(value, answer);
  } catch {
    answer.addBytes(bytes.toString("latin1"));
  }
  if (!answer.ended && answer.error === null) return foreignAnswer(text, "JSON that is no answer");
  // Zeros beside an error are no count of anything.
  if (answer.error !== null && isNoCompletion(text)) answer.usage = undefined;
  return { kind: "answer" };
}

function foreignAnswer(text: string, what: string) {
  const given = text.trim() === "" ? "nothing at all" : what;
  return { kind: "foreign" as const, what: given, billable: !isNoCompletion(text) };
}

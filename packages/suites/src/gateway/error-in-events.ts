import { isNoCompletion, isZero, noUsage } from "@flow-state-dev/core";
import { readFrame } from "./read-frame.ts";
import { saidIn } from "./said-in.ts";
import { dataOf, SseFrames } from "./sse-frames.ts";
import { Answer } from "./wires/answer.ts";
import type { GatewayWire } from "./wires/wire.ts";

/** What a stream of events begins with. */
const eventStart = /^\s*(data|event|id|retry)?:/;

/** Does a body that came whole begin like a stream of events? */
export function isEvents(text: string): boolean {
  return eventStart.test(text);
}

/**
 * What a body of events says that holds nothing but an error, in the words of the wire or of somebody in between: no
 * model wrote it, and nobody bills for it. Null when there is any other event in it, or none.
 */
export function errorInEvents(body: Buffer, wire: GatewayWire): string | null {
  const frames = new SseFrames();
  let said: string | null = null;
  for (const frame of [...frames.push(body), frames.rest()]) {
    const answer = new Answer();
    if (readFrame(frame, wire, answer) === null && !answer.spoke) continue;
    const isFree = !answer.spoke && isZero(answer.usage ?? noUsage);
    const data = dataOf(frame) ?? "";
    if (isFree && answer.error !== null) said ??= answer.error.message;
    else if (isFree && isNoCompletion(data)) said ??= saidIn(data);
    else return null;
  }
  return said;
}

import type { Json } from "../wires/json.ts";
import type { WireName } from "../wires/wire-name.ts";
import * as anthropic from "./anthropic-request.ts";
import * as chat from "./chat-request.ts";
import * as gemini from "./gemini-request.ts";
import { RequestReading } from "./request-reading.ts";
import * as responses from "./responses-request.ts";

/** What is understood of the requests of one wire. */
interface Understanding {
  read(body: Json, reading: RequestReading): void;
  /** Is this a tool that the agent carries out itself? All others are the provider's own. */
  isAgentTool(tool: Json): boolean;
}

/** By wire. */
export const understandings: Readonly<Record<WireName, Understanding>> = {
  "anthropic-messages": { read: anthropic.readAnthropic, isAgentTool: anthropic.isAgentTool },
  "openai-responses": { read: responses.readResponses, isAgentTool: responses.isAgentTool },
  "openai-chat": { read: chat.readChat, isAgentTool: chat.isAgentTool },
  gemini: { read: gemini.readGemini, isAgentTool: gemini.isAgentTool },
};

/** Reads a request: its files, and what of it nobody can count before it is sent. */
export function readRequestParts(wire: WireName, body: Json): RequestReading {
  const reading = new RequestReading();
  understandings[wire].read(body, reading);
  return reading;
}

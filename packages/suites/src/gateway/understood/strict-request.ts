import { UncountableCallError } from "../uncountable-call-error.ts";
import { type Json, objectOf } from "../wires/json.ts";
import type { WireName } from "../wires/wire-name.ts";
import { readRequestParts, understandings } from "./read-request-parts.ts";
import { itemsOf } from "./request-reading.ts";

/**
 * A request as a strict account may send it: nothing in it makes the provider fetch or bill what is not in its bytes.
 * Tools of the provider's own, such as a web search, are taken out where they stand beside those of the agent, which
 * can do without. Throws an `UncountableCallError` that names the first other such field.
 */
export function strictRequest(wire: WireName, given: Json): Json {
  const body = withoutProviderTools(wire, given);
  const [first] = readRequestParts(wire, body).unseen;
  if (first !== undefined) throw unseen(first);
  return body;
}

function withoutProviderTools(wire: WireName, body: Json): Json {
  const { isAgentTool } = understandings[wire];
  const tools = itemsOf(body.tools).map(objectOf);
  const own = tools.filter(isAgentTool);
  if (own.length === tools.length) return body;
  // One tool of Gemini may be several at once, some of them the agent's.
  if (own.length === 0 || wire === "gemini")
    throw unseen(nameOf(wire, tools.find((each) => !isAgentTool(each))!));
  return { ...body, tools: own };
}

function nameOf(wire: WireName, tool: Json): string {
  const kinds = Object.keys(tool).filter((name) => !/^function_?declarations$/i.test(name));
  return `the tool ${wire === "gemini" ? kinds[0] : JSON.stringify(tool.type)}`;
}

function unseen(name: string): UncountableCallError {
  return new UncountableCallError(
    `What ${name.slice(0, 100)} may make the provider read or bill`,
    "Leave it out, or give up the strict budget.",
  );
}

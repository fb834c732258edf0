import { mendJson } from "./mend-json.ts";

type Json = Record<string, unknown>;

/** An answer, or an event of a stream, of one of OpenAI's wires in which a tool is called. */
const callsTools = /"tool_calls"\s*:\s*\[\s*\{|"(?:response\.)?function_call\w*/;

/**
 * One answer of a provider, or one event of a stream, as JSON in which the arguments of tool calls are texts, as they
 * are on OpenAI's wires. A server that only resembles OpenAI's may write them as the object itself, or leave out those
 * of a tool that takes none: the package of the provider throws the whole answer away then. The same text when there is
 * nothing to change.
 */
export function withArgumentsAsText(json: string): string {
  return mendJson(json, callsTools, (answer) => {
    let changed = false;
    for (const { call, whole } of callsIn(Object(answer) as Json)) {
      const { arguments: args } = call;
      if (typeof args === "string" || (args == null && !whole)) continue;
      call.arguments = JSON.stringify(args ?? {});
      changed = true;
    }
    return changed;
  });
}

interface FoundCall {
  /** What holds the arguments. */
  call: Json;
  /** Nothing of it comes later, so that arguments which are not there are none. */
  whole: boolean;
}

/** Where the wires have them: Chat, whole and in pieces; whole Responses and the events of one. */
function callsIn(answer: Json): FoundCall[] {
  const { choices, output, response, item, type } = answer;
  const found: FoundCall[] = [];
  for (const choice of objectsIn(choices)) {
    for (const part of ["message", "delta"] as const)
      for (const { function: call } of objectsIn((Object(choice[part]) as Json).tool_calls))
        if (isObject(call)) found.push({ call, whole: part === "message" });
  }
  const items = [...objectsIn(output), ...objectsIn((Object(response) as Json).output), ...objectsIn([item])];
  for (const call of items) if (call.type === "function_call") found.push({ call, whole: true });
  if (type === "response.function_call_arguments.done") found.push({ call: answer, whole: true });
  return found;
}

function objectsIn(list: unknown): Json[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}

import type { WireRequest, WireToolCall } from "../../../../core/test/wire/wire.ts";

interface OfferedTool {
  name: string;
  properties: Record<string, { type?: unknown }>;
  required: readonly string[];
}

/** Names under which agents offer a shell, in any spelling. */
const shellNames =
  /^(bash|shell|shell_command|exec_command|run_shell_command|developer__shell|local_shell|container\.exec)$/i;
const commandNames = ["command", "cmd", "script"];

/** A call of the agent's own shell tool; null when it offers none, as when it only wants a title. */
export function shellCall(request: WireRequest, command: string, id: string): WireToolCall | null {
  const tool = offeredTools(request).find(({ name }) => shellNames.test(name));
  if (!tool) return null;
  const field = commandNames.find((name) => name in tool.properties) ?? "command";
  const asList = tool.properties[field]?.type === "array";
  const args: Record<string, unknown> = { [field]: asList ? ["bash", "-c", command] : command };
  for (const name of tool.required) args[name] ??= fillerFor(tool.properties[name]?.type);
  return { id, name: tool.name, args };
}

/** Is it part of the agent's work, for which it needs its shell? Else it only wants a word, such as a title. */
export function isWork(request: WireRequest): boolean {
  return shellCall(request, "true", "probe") !== null;
}

/** Something that a required argument can be. */
function fillerFor(type: unknown): unknown {
  switch (type) {
    case "boolean":
      return false;
    case "number":
    case "integer":
      return 60_000;
    case "array":
      return [];
    default:
      return "as asked";
  }
}

/** Results of tools in the conversation so far. */
export function toolResults({ wire, body }: WireRequest): number {
  const list = (value: unknown): any[] => (Array.isArray(value) ? value : []);
  switch (wire) {
    case "anthropic-messages":
      return count(
        list(body.messages).flatMap(({ content }) => list(content)),
        "type",
        "tool_result",
      );
    case "openai-responses":
      return list(body.input).filter(({ type }) => /_call_output$/.test(String(type))).length;
    case "openai-chat":
      return count(list(body.messages), "role", "tool");
    case "gemini":
      return list(body.contents)
        .flatMap(({ parts }) => list(parts))
        .filter((part) => part?.functionResponse !== undefined).length;
  }
}

function count(things: any[], field: string, value: string): number {
  return things.filter((thing) => thing?.[field] === value).length;
}

function offeredTools({ wire, body }: WireRequest): OfferedTool[] {
  const tools: any[] = Array.isArray(body.tools) ? body.tools : [];
  switch (wire) {
    case "anthropic-messages":
      return tools.map(({ name, input_schema }) => tool(name, input_schema));
    case "openai-responses":
      return tools.map(({ name, type, parameters }) => tool(name ?? type, parameters));
    case "openai-chat":
      return tools.map(({ function: it }) => tool(it?.name, it?.parameters));
    case "gemini":
      return tools
        .flatMap(({ functionDeclarations }) => functionDeclarations ?? [])
        .map(({ name, parametersJsonSchema, parameters }) => tool(name, parametersJsonSchema ?? parameters));
  }
}

function tool(name: unknown, schema: any): OfferedTool {
  return {
    name: String(name),
    properties: schema?.properties ?? {},
    required: Array.isArray(schema?.required) ? schema.required : [],
  };
}

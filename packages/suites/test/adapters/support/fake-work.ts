import type { WireAnswer, WireReply, WireRequest, WireToolCall } from "../../../../core/test/wire/wire.ts";

/** What every answer of the fake model costs; the same on all wires. */
export const callUsage = { input: 1200, output: 34, cacheRead: 800 };

/** What the file holds that the fake model has written. */
export const fileText = "hello from fake model\n";

/**
 * A model that first has `hello.txt` written into a workspace with the tool that the agent offers for it, and then says
 * that it is done. With a line for the shell it has that run instead. Requests without tools (titles and names of
 * sessions) get a word.
 */
export function fakeWork(workspace: string, line?: string): (request: WireRequest) => WireReply {
  return (request) => {
    const tools = toolsOf(request);
    if (tools.length === 0) return answer({ text: ["A title"] });
    if (hasToolResult(request)) return answer({ text: ["Done: ", "hello.txt written."] });
    const path = `${workspace}/hello.txt`;
    const call = (line === undefined && writeCall(tools, path)) || shellCall(tools, line ?? writeLine(path));
    return call ? answer({ toolCalls: [call] }) : answer({ text: ["There is no tool for it."] });
  };
}

function answer(more: Partial<WireAnswer>): WireReply {
  return { type: "answer", usage: callUsage, ...more };
}

interface Tool {
  name: string;
  fields: readonly string[];
}

function toolsOf({ body }: WireRequest): Tool[] {
  const listed = (body as { tools?: any[] }).tools ?? [];
  return listed
    .flatMap((tool) => tool.functionDeclarations ?? [tool.function ?? tool])
    .filter((tool) => typeof tool.name === "string")
    .map((tool) => ({
      name: tool.name,
      fields: Object.keys(
        (tool.input_schema ?? tool.parameters ?? tool.parametersJsonSchema)?.properties ?? {},
      ),
    }));
}

function writeCall(tools: readonly Tool[], path: string): WireToolCall | null {
  const writer = tools.find(({ name }) => /^(write|write_file|create)$/i.test(name));
  if (!writer) return null;
  const pathField = writer.fields.find((field) => /path/i.test(field)) ?? "path";
  const textField = writer.fields.find((field) => /content|text/i.test(field)) ?? "content";
  return { name: writer.name, args: { [pathField]: path, [textField]: fileText } };
}

function shellCall(tools: readonly Tool[], line: string): WireToolCall | null {
  const shell = tools.find(({ name }) => /^(exec_command|shell|bash|run_shell_command)$/i.test(name));
  if (!shell) return null;
  if (shell.fields.includes("cmd")) return { name: shell.name, args: { cmd: line } };
  const more = shell.fields.includes("description") ? { description: "It is needed." } : {};
  return { name: shell.name, args: { command: line, ...more } };
}

function writeLine(path: string): string {
  return `printf 'hello from fake model\\n' > '${path}'`;
}

function hasToolResult({ body }: WireRequest): boolean {
  return /"tool_result"|"role":"tool"|"function_call_output"|"functionResponse"/.test(JSON.stringify(body));
}

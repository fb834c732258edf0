import type { FlowEvent } from "@flow-state-dev/core";

const depth = new Map<string, number>();

/** Prints a run as it goes: one line for each block and tool, indented by where it stands, with tokens and cost. */
export function printTrace(event: FlowEvent): void {
  switch (event.type) {
    case "block.started":
      depth.set(event.id, (depth.get(event.parentId ?? "") ?? -1) + 1);
      break;
    case "tool.called":
      line(event.id, `→ ${event.toolName} ${JSON.stringify(event.input)}`, "");
      break;
    case "block.finished": {
      const { inputTokens, outputTokens } = event.usage;
      const cost = event.costUsd === null ? "cost unknown" : `$${event.costUsd.toFixed(6)}`;
      const spent = event.calls > 0 ? `${inputTokens} in, ${outputTokens} out, ${cost}` : "";
      line(event.id, `✓ ${event.name}`, spent);
      break;
    }
    case "block.failed":
      line(event.id, `✗ ${event.name}`, event.error.code ?? event.error.name);
      break;
  }
}

function line(id: string, what: string, spent: string): void {
  const indented = `${"  ".repeat((depth.get(id) ?? 0) + 1)}${what}`;
  console.log(`${indented.padEnd(44)} ${spent}`.trimEnd());
}

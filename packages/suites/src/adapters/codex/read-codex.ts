import type { Usage } from "@flow-state-dev/core";
import { factsOf, type JsonFacts, plainText, statusIn, textOf } from "../json-facts.ts";
import type { CliTrouble, OutputReader, TellStream } from "../output-reader.ts";
import { usageFrom } from "../stream-usage.ts";

/** Reads `codex exec --json`. It tells neither its model calls nor what they cost. */
export function readCodex(tell: TellStream): OutputReader {
  const begun = new Set<string>();
  let answer: string | null = null;
  let usage: Usage | null = null;
  let trouble: CliTrouble | null = null;
  let finished = false;

  function item(facts: JsonFacts, done: boolean): void {
    const id = textOf(facts.id) ?? "";
    const text = textOf(facts.text) ?? textOf(facts.message) ?? "";
    switch (facts.type) {
      case "agent_message":
        if (!done) break;
        answer = text;
        tell({ type: "message", role: "assistant", text });
        break;
      case "reasoning":
        if (done) tell({ type: "message", role: "assistant", text: "", reasoning: text });
        break;
      case "error":
        // Only a warning: the turn goes on.
        tell({ type: "notice", text });
        break;
      default:
        if (!begun.has(id)) tell({ type: "tool-call", id, ...callOf(facts) });
        begun.add(id);
        if (done) tell({ type: "tool-result", id, ...resultOf(facts) });
    }
  }

  return {
    take(line) {
      if (line.type === "item.started") item(factsOf(line.item), false);
      else if (line.type === "item.completed") item(factsOf(line.item), true);
      else if (line.type === "error") tell({ type: "notice", text: messageIn(plainText(line.message)) });
      else if (line.type === "turn.completed") {
        finished = true;
        trouble = null;
        usage = usageOf(factsOf(line.usage));
        tell({ type: "usage", model: null, usage, costUsd: null });
      } else if (line.type === "turn.failed") {
        finished = true;
        const said = plainText(factsOf(line.error).message);
        trouble = { kind: "api", message: messageIn(said), status: statusIn(messageIn(said)) };
      }
    },
    end: () => ({ finished, turns: null, answer, usage, costUsd: null, trouble }),
  };
}

function callOf(item: JsonFacts): { tool: string; input: unknown } {
  if (item.type === "command_execution") return { tool: "shell", input: { command: item.command ?? null } };
  const { id: _, type, status: __, result: ___, error: ____, ...input } = item;
  return { tool: textOf(item.tool) ?? textOf(type) ?? "unknown", input };
}

function resultOf(item: JsonFacts): { ok: boolean; text: string } {
  if (item.type === "command_execution") {
    const output = textOf(item.aggregated_output) ?? "";
    const ok = item.exit_code === 0;
    return { ok, text: ok ? output : `${output}[exit code ${plainText(item.exit_code)}]` };
  }
  return { ok: item.status !== "failed", text: plainText(item.error ?? item.result) };
}

/** The provider's error body, where there is one, stands as JSON in the message. */
function messageIn(said: string): string {
  try {
    return textOf(factsOf(factsOf(JSON.parse(said)).error).message) ?? said;
  } catch {
    return said;
  }
}

function usageOf(usage: JsonFacts): Usage | null {
  return usageFrom(
    {
      ...{ input: usage.input_tokens, output: usage.output_tokens },
      ...{ cacheRead: usage.cached_input_tokens, cacheWrite: usage.cache_write_input_tokens },
      reasoning: usage.reasoning_output_tokens,
    },
    { inputHasCache: true, outputHasReasoning: true },
  );
}

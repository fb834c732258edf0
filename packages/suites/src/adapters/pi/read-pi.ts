import { sumUsd, type Usage } from "@flow-state-dev/core";
import { factsOf, type JsonFacts, listOf, plainText, statusIn, textOf, usdOf } from "../json-facts.ts";
import type { CliTrouble, OutputReader, TellStream } from "../output-reader.ts";
import { sumOfUsage, usageFrom } from "../stream-usage.ts";

/** Reads `--mode json`. Its cost comes from the prices it was given; without them it is none. */
export function readPi(tell: TellStream, priced: boolean): OutputReader {
  const usages: (Usage | null)[] = [];
  const costs: (number | null)[] = [];
  let answer: string | null = null;
  let trouble: CliTrouble | null = null;
  let finished = false;

  function assistant(message: JsonFacts): void {
    const reason = message.stopReason;
    if (reason === "error" || reason === "aborted") {
      const said = plainError(textOf(message.errorMessage) ?? "The model call failed.");
      trouble = { kind: reason === "error" ? "api" : "interrupted", message: said, status: statusIn(said) };
      tell({ type: "notice", text: said }, usages.length || null);
      return;
    }
    trouble = null;
    const usage = usageOf(factsOf(message.usage));
    const costUsd = priced ? usdOf(factsOf(factsOf(message.usage).cost).total) : null;
    usages.push(usage);
    costs.push(costUsd);
    const blocks = listOf(message.content).map(factsOf);
    const textIn = (kind: string, field: string) =>
      blocks.flatMap((block) => (block.type === kind ? (textOf(block[field]) ?? []) : [])).join("\n");
    const text = textIn("text", "text");
    const reasoning = textIn("thinking", "thinking");
    if (text !== "") answer = text;
    const turn = usages.length;
    if (text !== "" || reasoning !== "")
      tell({ type: "message", role: "assistant", text, ...(reasoning !== "" && { reasoning }) }, turn);
    tell({ type: "usage", model: textOf(message.model), usage, costUsd }, turn);
  }

  return {
    take(line) {
      const message = factsOf(line.message);
      const id = textOf(line.toolCallId) ?? "";
      const turn = usages.length || null;
      if (line.type === "message_end" && message.role === "assistant") assistant(message);
      else if (line.type === "tool_execution_start") {
        const tool = textOf(line.toolName) ?? "unknown";
        tell({ type: "tool-call", id, tool, input: line.args ?? null }, turn);
      } else if (line.type === "tool_execution_end") {
        const text = plainText(factsOf(line.result).content ?? line.result);
        tell({ type: "tool-result", id, ok: line.isError !== true, text }, turn);
      } else if (line.type === "auto_retry_start") tell({ type: "notice", text: "It tries again." }, turn);
      else if (line.type === "agent_end") finished = true;
    },
    end: () => ({
      finished,
      turns: usages.length,
      answer,
      usage: sumOfUsage(usages),
      costUsd: costs.length === 0 || costs.includes(null) ? null : sumUsd(costs as number[]),
      trouble,
    }),
  };
}

/** Since 0.87 the provider's error stands as JSON behind its status. */
function plainError(said: string): string {
  const [, status, body] = /^(\d{3}): (\{.*\})$/s.exec(said) ?? [];
  if (body === undefined) return said;
  try {
    const error = factsOf(JSON.parse(body));
    const message = textOf(error.message) ?? textOf(factsOf(error.error).message);
    return message === null ? said : `${status} ${message}`;
  } catch {
    return said;
  }
}

function usageOf(usage: JsonFacts): Usage | null {
  return usageFrom(
    {
      ...{ input: usage.input, output: usage.output },
      ...{ cacheRead: usage.cacheRead, cacheWrite: usage.cacheWrite },
      reasoning: usage.reasoning,
    },
    { inputHasCache: false, outputHasReasoning: true },
  );
}

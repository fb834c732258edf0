import type { Usage } from "@flow-state-dev/core";
import { factsOf, type JsonFacts, plainText, statusOf, textOf } from "../json-facts.ts";
import type { CliTrouble, OutputReader, TellStream } from "../output-reader.ts";
import { sumOfUsage, usageFrom } from "../stream-usage.ts";

/** Reads `--output-format json`; tokens are in the file named by `--usage-output-file` alone. No cost is told. */
export function readCopilot(tell: TellStream): OutputReader {
  let answered = 0;
  let turn: number | null = null;
  let answer: string | null = null;
  let trouble: CliTrouble | null = null;
  let finished = false;

  function message(data: JsonFacts): void {
    const text = textOf(data.content) ?? "";
    const reasoning = textOf(data.reasoningText) ?? "";
    if (text === "" && reasoning === "") return;
    if (text !== "") answer = text;
    tell({ type: "message", role: "assistant", text, ...(reasoning !== "" && { reasoning }) }, turn);
  }

  function take(type: unknown, data: JsonFacts): void {
    const id = textOf(data.toolCallId) ?? "";
    const status = statusOf(data.statusCode);
    switch (type) {
      case "model.call_finished":
        if (data.outcome !== "success") break;
        answered += 1;
        turn = answered;
        break;
      case "assistant.message":
        message(data);
        break;
      case "tool.execution_start": {
        const tool = textOf(data.toolName) ?? "unknown";
        tell({ type: "tool-call", id, tool, input: data.arguments ?? null }, turn);
        break;
      }
      case "tool.execution_complete": {
        const text = plainText(factsOf(data.result).content ?? factsOf(data.error).message);
        tell({ type: "tool-result", id, ok: data.success === true, text }, turn);
        break;
      }
      case "model.call_failure":
        tell({ type: "notice", text: `A model call failed (${status ?? "no status"}).` }, turn);
        break;
      case "session.error":
        trouble = { kind: "api", message: textOf(data.message) ?? "It ended with an error.", status };
        tell({ type: "notice", text: trouble.message }, turn);
        break;
    }
  }

  return {
    take(line) {
      if (line.type === "result") finished = true;
      else take(line.type, factsOf(line.data));
    },
    end({ report }) {
      const metrics = Object.values(factsOf(report?.modelMetrics)).map(factsOf);
      const usage = report && sumOfUsage(metrics.map((each) => usageOf(factsOf(each.usage))));
      if (usage) tell({ type: "usage", model: null, usage, costUsd: null });
      return { finished, turns: answered, answer, usage, costUsd: null, trouble };
    },
  };
}

function usageOf(usage: JsonFacts): Usage | null {
  return usageFrom(
    {
      ...{ input: usage.inputTokens, output: usage.outputTokens, reasoning: usage.reasoningTokens },
      ...{ cacheRead: usage.cacheReadTokens, cacheWrite: usage.cacheWriteTokens },
    },
    { inputHasCache: true, outputHasReasoning: true },
  );
}

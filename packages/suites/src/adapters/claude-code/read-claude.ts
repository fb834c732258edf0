import type { Usage } from "@flow-state-dev/core";
import { countOf, factsOf, type JsonFacts, listOf, statusOf, textOf, usdOf } from "../json-facts.ts";
import { tellAssistantBlocks, tellUserBlocks } from "../message-blocks.ts";
import type { CliSummary, CliTrouble, OutputReader, TellStream } from "../output-reader.ts";
import { sumOfUsage, usageFrom } from "../stream-usage.ts";

/** Reads `--output-format stream-json --verbose`. */
export function readClaude(tell: TellStream): OutputReader {
  const turns = new Map<string, number>();
  let turn: number | null = null;
  let lastText: string | null = null;
  let retrying: CliTrouble | null = null;
  let result: JsonFacts | null = null;

  function assistant(message: JsonFacts): void {
    retrying = null;
    // An API error is told as an answer of nobody.
    const answered = message.model !== "<synthetic>";
    const id = textOf(message.id) ?? "";
    if (answered && !turns.has(id)) turns.set(id, turns.size + 1);
    turn = turns.get(id) ?? turn;
    const text = tellAssistantBlocks(message.content, turn, tell);
    if (answered && text !== "") lastText = text;
  }

  function system(line: JsonFacts): void {
    if (line.subtype === "init") {
      const version = textOf(line.claude_code_version) ?? "of an unknown version";
      tell({ type: "notice", text: `Claude Code ${version} with ${textOf(line.model) ?? "no model"}.` });
    }
    if (line.subtype !== "api_retry") return;
    const status = statusOf(line.error_status);
    const message = `The provider failed (${status ?? textOf(line.error) ?? "no status"}), attempt ${countOf(line.attempt) ?? "?"} of ${countOf(line.max_retries) ?? "?"}.`;
    retrying = { kind: "api", message, status };
    tell({ type: "notice", text: message }, turn);
  }

  return {
    take(line) {
      if (line.type === "assistant") assistant(factsOf(line.message));
      else if (line.type === "user") tellUserBlocks(factsOf(line.message).content, turn, tell);
      else if (line.type === "system") system(line);
      else if (line.type === "result") result = line;
    },
    end(): CliSummary {
      const figures = { turns: turns.size, usage: null, costUsd: null };
      if (result === null) return { finished: false, ...figures, answer: lastText, trouble: retrying };
      const trouble = troubleOf(result);
      const { usage, costUsd } = figuresOf(result);
      tell({ type: "usage", model: null, usage, costUsd });
      return {
        finished: true,
        turns: turns.size,
        answer: trouble ? lastText : (textOf(result.result) ?? lastText),
        usage,
        costUsd,
        trouble,
      };
    },
  };
}

/** `subtype` says "success" of refused calls too, so that `is_error` decides. */
function troubleOf(result: JsonFacts): CliTrouble | null {
  if (result.is_error !== true) return null;
  const said = listOf(result.errors).flatMap((each) => textOf(each) ?? []);
  const message = textOf(result.result) ?? (said.join(" ") || "It ended with an error.");
  const status = statusOf(result.api_error_status);
  const reason = textOf(result.terminal_reason) ?? "";
  if (result.subtype === "error_max_turns") return { kind: "turns", message, status };
  if (result.subtype === "error_max_budget_usd") return { kind: "budget", message, status };
  if (status !== null || reason === "api_error") return { kind: "api", message, status };
  return { kind: reason.startsWith("aborted") ? "interrupted" : "agent", message, status };
}

/** `modelUsage` has the last call of a run that was stopped at its budget; `usage` lacks it. */
function figuresOf(result: JsonFacts): { usage: Usage | null; costUsd: number | null } {
  const models = Object.values(factsOf(result.modelUsage)).map(factsOf);
  const guessed = models.some(({ costBasis }) => costBasis === "unknown");
  return {
    usage: models.length > 0 ? sumOfUsage(models.map(usageOfModel)) : usageOfAll(factsOf(result.usage)),
    costUsd: guessed ? null : usdOf(result.total_cost_usd),
  };
}

const habit = { inputHasCache: false, outputHasReasoning: true };

function usageOfModel(model: JsonFacts): Usage | null {
  return usageFrom(
    {
      ...{ input: model.inputTokens, output: model.outputTokens, reasoning: model.thinkingTokens },
      ...{ cacheRead: model.cacheReadInputTokens, cacheWrite: model.cacheCreationInputTokens },
    },
    habit,
  );
}

function usageOfAll(usage: JsonFacts): Usage | null {
  return usageFrom(
    {
      ...{ input: usage.input_tokens, output: usage.output_tokens },
      reasoning: factsOf(usage.output_tokens_details).thinking_tokens,
      ...{ cacheRead: usage.cache_read_input_tokens, cacheWrite: usage.cache_creation_input_tokens },
    },
    habit,
  );
}

import type { Usage } from "@flow-state-dev/core";
import { factsOf, type JsonFacts, listOf, plainText, statusIn, textOf } from "../json-facts.ts";
import { mergeText } from "../merged-text.ts";
import type { CliTrouble, OutputReader, TellStream } from "../output-reader.ts";
import { usageFrom } from "../stream-usage.ts";

const errorStart = /^Ran into this error/;

/** Reads `--output-format stream-json`, whose banner is no JSON. No cost is told, and no share of the cache. */
export function readGoose(tell: TellStream): OutputReader {
  const turns = new Map<string, number>();
  const said = mergeText(tell);
  let turn: number | null = null;
  let answer: string | null = null;
  let trouble: CliTrouble | null = null;
  let complete: JsonFacts | null = null;

  function block(content: JsonFacts): void {
    const id = textOf(content.id) ?? "";
    if (content.type === "toolRequest") {
      const { name, arguments: input } = factsOf(factsOf(content.toolCall).value);
      tell({ type: "tool-call", id, tool: textOf(name) ?? "unknown", input: input ?? null }, turn);
    } else if (content.type === "toolResponse") {
      const result = factsOf(content.toolResult);
      const value = factsOf(result.value);
      const ok = result.status === "success" && value.isError !== true;
      tell({ type: "tool-result", id, ok, text: plainText(value.content ?? result.error) }, turn);
    } else if (content.type === "systemNotification") {
      const message = textOf(content.msg) ?? "";
      tell({ type: "notice", text: message }, turn);
      if (content.notificationType === "creditsExhausted") trouble = { kind: "api", message, status: 402 };
    }
  }

  function message(facts: JsonFacts): void {
    const id = textOf(facts.id);
    const isAssistant = facts.role === "assistant";
    if (isAssistant && id !== null) {
      if (!turns.has(id)) {
        flush();
        turns.set(id, turns.size + 1);
      }
      turn = turns.get(id)!;
    }
    for (const content of listOf(facts.content).map(factsOf)) {
      if (content.type === "text" && isAssistant) text(textOf(content.text) ?? "");
      else if (content.type === "thinking") said.add({ reasoning: textOf(content.thinking) ?? "" }, turn);
      else {
        flush();
        block(content);
      }
    }
  }

  /** A failed call is told as an answer, or as a further piece of one that broke off. */
  function text(piece: string): void {
    if (errorStart.test(piece)) flush();
    said.add({ text: piece }, turn);
  }

  function flush(): void {
    const text = said.flush();
    if (text === null) return;
    answer = text;
    if (errorStart.test(text)) trouble = { kind: "api", message: text, status: statusIn(text) };
    else if (errorStart.test(trouble?.message ?? "")) trouble = null;
  }

  return {
    take(line) {
      if (line.type === "message") return message(factsOf(line.message));
      flush();
      if (line.type === "complete") complete = line;
      else if (line.type === "error") {
        trouble = { kind: "agent", message: plainText(line.error ?? line.message), status: null };
      }
    },
    end() {
      flush();
      const usage = complete && usageOf(complete);
      if (usage) tell({ type: "usage", model: null, usage, costUsd: null });
      const nothing = complete !== null && usage === null && answer === null;
      const unsaid: CliTrouble = { kind: "api", message: "No model call was answered.", status: null };
      return {
        finished: complete !== null,
        turns: turns.size,
        answer,
        usage,
        costUsd: null,
        trouble: trouble ?? (nothing ? unsaid : null),
      };
    },
  };
}

function usageOf(complete: JsonFacts): Usage | null {
  return usageFrom(
    { input: complete.input_tokens, output: complete.output_tokens },
    { inputHasCache: true, outputHasReasoning: true },
  );
}

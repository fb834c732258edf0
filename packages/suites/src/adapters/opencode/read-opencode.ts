import { sumUsd, type Usage } from "@flow-state-dev/core";
import { countOf, factsOf, type JsonFacts, plainText, statusOf, textOf, usdOf } from "../json-facts.ts";
import type { CliTrouble, OutputReader, TellStream } from "../output-reader.ts";
import { sumOfUsage, usageFrom } from "../stream-usage.ts";

/** Reads `opencode run --format json`. Its cost comes from the prices it was given; without them it is none. */
export function readOpencode(tell: TellStream, priced: boolean): OutputReader {
  const usages: (Usage | null)[] = [];
  const costs: (number | null)[] = [];
  let turn = 0;
  let answer: string | null = null;
  let trouble: CliTrouble | null = null;
  let finished = false;

  function step(part: JsonFacts): void {
    const usage = usageOf(factsOf(part.tokens));
    const costUsd = priced ? usdOf(part.cost) : null;
    usages.push(usage);
    costs.push(costUsd);
    finished = part.reason !== "tool-calls";
    // It went on after what it told: it had made room, or tried again.
    trouble = null;
    tell({ type: "usage", model: null, usage, costUsd }, turn);
  }

  function tool(part: JsonFacts): void {
    const id = textOf(part.callID) ?? "";
    const state = factsOf(part.state);
    const { start, end } = factsOf(state.time);
    const durationMs = typeof end === "number" && typeof start === "number" ? countOf(end - start) : null;
    tell({ type: "tool-call", id, tool: textOf(part.tool) ?? "unknown", input: state.input ?? null }, turn);
    const text = plainText(state.output ?? state.error);
    const ok = state.status === "completed";
    tell({ type: "tool-result", id, ok, text, ...(durationMs !== null && { durationMs }) }, turn);
  }

  return {
    take(line) {
      const part = factsOf(line.part);
      const text = textOf(part.text) ?? "";
      if (line.type === "step_start") {
        turn += 1;
        answer = null;
      } else if (line.type === "tool_use") tool(part);
      else if (line.type === "step_finish") step(part);
      else if (line.type === "reasoning")
        tell({ type: "message", role: "assistant", text: "", reasoning: text }, turn);
      else if (line.type === "text") {
        answer = answer === null ? text : `${answer}\n${text}`;
        tell({ type: "message", role: "assistant", text }, turn);
      } else if (line.type === "error") {
        trouble = troubleOf(factsOf(line.error));
        tell({ type: "notice", text: trouble.message }, turn);
      }
    },
    end: () => ({
      finished: finished || trouble !== null,
      turns: usages.length,
      answer,
      usage: sumOfUsage(usages),
      costUsd: costs.length === 0 || costs.includes(null) ? null : sumUsd(costs as number[]),
      trouble,
    }),
  };
}

function troubleOf(error: JsonFacts): CliTrouble {
  const data = factsOf(error.data);
  const status = statusOf(data.statusCode);
  const name = textOf(error.name) ?? "error";
  const message = textOf(data.message) ?? name;
  if (name === "MessageAbortedError") return { kind: "interrupted", message, status };
  const ofProvider = status !== null || /^(API|Provider|AI_|ContextOverflow)/.test(name);
  return { kind: ofProvider ? "api" : "agent", message, status };
}

/** The total tells whether thoughts are part of the output, which differs between releases. */
function usageOf(tokens: JsonFacts): Usage | null {
  const cache = factsOf(tokens.cache);
  const [input, output, total] = [countOf(tokens.input), countOf(tokens.output), countOf(tokens.total)];
  const [read, write] = [countOf(cache.read) ?? 0, countOf(cache.write) ?? 0];
  const all = total === null || input === null ? null : total - input - read - write;
  const outputHasReasoning = all !== null && all === output;
  return usageFrom(
    { input, output, cacheRead: read, cacheWrite: write, reasoning: tokens.reasoning },
    { inputHasCache: false, outputHasReasoning },
  );
}

import type { Usage } from "@flow-state-dev/core";
import { countOf, factsOf, type JsonFacts, plainText, statusIn, textOf } from "../json-facts.ts";
import { mergeText } from "../merged-text.ts";
import type { CliTrouble, OutputReader, TellStream } from "../output-reader.ts";
import { usageFrom } from "../stream-usage.ts";

/** The exit code of a run that has made as many calls as it may. */
const turnLimitExit = 53;

/** Reads `--output-format stream-json`. It tells neither its model calls nor what they cost. */
export function readGemini(tell: TellStream): OutputReader {
  const said = mergeText(tell);
  let answer: string | null = null;
  let result: JsonFacts | null = null;

  return {
    take(line) {
      if (line.type === "message" && line.role === "assistant") {
        said.add({ text: textOf(line.content) ?? "" }, null);
        return;
      }
      answer = said.flush() ?? answer;
      if (line.type === "init") tell({ type: "notice", text: `Model ${textOf(line.model) ?? "unknown"}.` });
      else if (line.type === "tool_use") {
        const id = textOf(line.tool_id) ?? "";
        const tool = textOf(line.tool_name) ?? "unknown";
        tell({ type: "tool-call", id, tool, input: line.parameters ?? null });
      } else if (line.type === "tool_result") {
        const text = plainText(line.output ?? factsOf(line.error).message);
        tell({ type: "tool-result", id: textOf(line.tool_id) ?? "", ok: line.status === "success", text });
      } else if (line.type === "error") tell({ type: "notice", text: plainText(line.message) });
      else if (line.type === "result") result = line;
    },
    end({ exitCode }) {
      answer = said.flush() ?? answer;
      const usage = result && usageOf(factsOf(result.stats));
      if (usage) tell({ type: "usage", model: null, usage, costUsd: null });
      const trouble = troubleOf(result, exitCode);
      return { finished: result !== null, turns: null, answer, usage, costUsd: null, trouble };
    },
  };
}

function troubleOf(result: JsonFacts | null, exitCode: number | null): CliTrouble | null {
  const error = factsOf(result?.error);
  const message = textOf(error.message) ?? "It ended with an error.";
  if (error.type === "FatalTurnLimitedError" || exitCode === turnLimitExit) {
    return { kind: "turns", message, status: null };
  }
  if (result === null || result.status === "success") return null;
  const status = statusOfExit(exitCode) ?? statusIn(message);
  const ofProvider = /API Error/i.test(message) || status !== null;
  return { kind: ofProvider ? "api" : "agent", message, status };
}

/** The exit code is the HTTP status, of which a process can only give back the last eight bits. */
function statusOfExit(exitCode: number | null): number | null {
  return exitCode !== null && exitCode >= 400 - 256 ? exitCode + 256 : null;
}

/** Thoughts are only in the total. */
function usageOf(stats: JsonFacts): Usage | null {
  const [input, output, total] = [
    countOf(stats.input_tokens),
    countOf(stats.output_tokens),
    countOf(stats.total_tokens),
  ];
  const thoughts = input === null || output === null || total === null ? null : total - input - output;
  return usageFrom(
    { input, output, cacheRead: stats.cached, reasoning: thoughts },
    { inputHasCache: true, outputHasReasoning: false },
  );
}

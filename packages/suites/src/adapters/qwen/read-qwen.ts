import type { Usage } from "@flow-state-dev/core";
import { factsOf, type JsonFacts, statusIn, textOf } from "../json-facts.ts";
import { tellAssistantBlocks, tellUserBlocks } from "../message-blocks.ts";
import type { CliTrouble, OutputReader, TellStream } from "../output-reader.ts";
import { usageFrom } from "../stream-usage.ts";

/** The exit code of a run that has made as many calls as it may; nothing on stdout says so. */
const turnLimitExit = 53;

/** Reads `--output-format stream-json`, which is like that of Claude Code. No cost is told. */
export function readQwen(tell: TellStream): OutputReader {
  const turns = new Map<string, number>();
  let turn: number | null = null;
  let lastText: string | null = null;
  let result: JsonFacts | null = null;

  function assistant(message: JsonFacts): void {
    if (!isRefusal(message)) {
      const id = textOf(message.id) ?? "";
      if (!turns.has(id)) turns.set(id, turns.size + 1);
      turn = turns.get(id)!;
    }
    lastText = tellAssistantBlocks(message.content, turn, tell) || lastText;
  }

  return {
    take(line) {
      if (line.type === "assistant") assistant(factsOf(line.message));
      else if (line.type === "user") tellUserBlocks(factsOf(line.message).content, turn, tell);
      else if (line.type === "result") result = line;
      else if (line.type === "system" && line.subtype === "init") {
        const version = textOf(line.qwen_code_version) ?? "of an unknown version";
        tell({ type: "notice", text: `Qwen Code ${version} with ${textOf(line.model) ?? "no model"}.` });
      }
    },
    end({ exitCode, stderr }) {
      const usage = result && usageOf(factsOf(result.usage));
      if (usage) tell({ type: "usage", model: null, usage, costUsd: null });
      const trouble = troubleOf(result, exitCode, stderr);
      // What looks like a refusal may be what the model said; who watches the wire knows.
      const isSaid = trouble === null || result?.is_error !== true;
      const answer = isSaid ? (textOf(result?.result) ?? lastText) : null;
      return { finished: result !== null, turns: turns.size, answer, usage, costUsd: null, trouble };
    },
  };
}

const refusalStart = "[API Error";

/** A refused call is told as an answer without tokens. */
function isRefusal(message: JsonFacts): boolean {
  const blocks = Array.isArray(message.content) ? message.content : [];
  return (textOf(factsOf(blocks[0]).text) ?? "").startsWith(refusalStart);
}

/** API errors come with exit code 0 and as a success: only the text tells. */
function troubleOf(result: JsonFacts | null, exitCode: number | null, stderr: string): CliTrouble | null {
  if (exitCode === turnLimitExit) return { kind: "turns", message: lastLine(stderr), status: null };
  const said = textOf(result?.result) ?? "";
  if (said.startsWith(refusalStart)) return { kind: "api", message: said, status: statusIn(said) };
  if (result?.is_error !== true) return null;
  const message = textOf(factsOf(result.error).message) ?? (said || "It ended with an error.");
  if (message.startsWith("Loop detection")) return { kind: "stuck", message, status: null };
  const ofProvider = message.includes(refusalStart);
  return { kind: ofProvider ? "api" : "agent", message, status: ofProvider ? statusIn(message) : null };
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)! || "It has made as many calls as it may.";
}

function usageOf(usage: JsonFacts): Usage | null {
  return usageFrom(
    { input: usage.input_tokens, output: usage.output_tokens, cacheRead: usage.cache_read_input_tokens },
    { inputHasCache: true, outputHasReasoning: true },
  );
}

import type {
  JSONValue,
  LanguageModelV4Message,
  LanguageModelV4ToolCall,
  LanguageModelV4ToolResultOutput,
} from "@ai-sdk/provider";
import { messageOf } from "../../errors/as-error.ts";
import { isFinal } from "../abort.ts";
import { fanOut } from "../fan-out.ts";
import type { Frame } from "../frame.ts";
import { runInside } from "../start-block.ts";
import { callArguments } from "./call-arguments.ts";
import type { ToolSet } from "./tool-set.ts";

type Outcome = { ok: true; output: unknown } | { ok: false; error: string };

/** Which calls to answer, and how. */
export interface ToolTurn {
  calls: readonly LanguageModelV4ToolCall[];
  tools: ToolSet;
  /** How many tool calls this run of the generator has made before; keeps the paths of tools apart. */
  before: number;
  /** The answer was cut off, so that arguments may be missing their end. */
  cutOff: boolean;
}

/** Runs the tool calls of one turn at once. What goes wrong in a tool is told to the model, not thrown. */
export async function runTools(frame: Frame, turn: ToolTurn): Promise<LanguageModelV4Message> {
  const outcomes = await fanOut(frame, turn.calls.length, {}, async (index, signal) => {
    const call = turn.calls[index]!;
    const outcome = await runTool(frame, call, turn, turn.before + index, signal);
    tell(frame, call, outcome);
    return outcome;
  });
  return {
    role: "tool",
    content: turn.calls.map(({ toolCallId, toolName }, index) => {
      return { type: "tool-result", toolCallId, toolName, output: toResult(outcomes[index] as Outcome) };
    }),
  };
}

async function runTool(
  frame: Frame,
  call: LanguageModelV4ToolCall,
  { tools, cutOff }: ToolTurn,
  ordinal: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const input = callArguments(call);
  tellCalled(frame, call, input ?? call.input);
  const tool = tools.byName.get(call.toolName);
  if (!tool) {
    const known = [...tools.byName.keys()].join(", ") || "none";
    return { ok: false, error: `There is no tool "${call.toolName}". The tools are: ${known}.` };
  }
  if (cutOff)
    return {
      ok: false,
      error: "The answer was cut off by the output limit before the call was complete. Call again, shorter.",
    };
  if (!input)
    return { ok: false, error: `The arguments are no valid JSON object: ${call.input.slice(0, 500)}` };
  const value = tool.wrapped ? input.input : input;
  const segment = `${tool.name}[${ordinal}]`;
  try {
    return {
      ok: true,
      output: await runInside(frame, tool.block, value, { segment, signal, toolCallId: call.toolCallId }),
    };
  } catch (error) {
    if (isFinal(error, signal)) throw error;
    return { ok: false, error: messageOf(error) };
  }
}

function toResult(outcome: Outcome): LanguageModelV4ToolResultOutput {
  if (!outcome.ok) return { type: "error-text", value: outcome.error };
  const { output } = outcome;
  if (typeof output === "string") return { type: "text", value: output };
  if (output === undefined) return { type: "text", value: "Done." };
  try {
    return { type: "json", value: JSON.parse(JSON.stringify(output)) as JSONValue };
  } catch (error) {
    return { type: "error-text", value: `The tool's result cannot be shown as JSON: ${messageOf(error)}` };
  }
}

function tellCalled(
  { run, id }: Frame,
  { toolCallId, toolName }: LanguageModelV4ToolCall,
  input: unknown,
): void {
  if (run.listening)
    run.tell({ type: "tool.called", id, at: run.seams.clock.now(), toolCallId, toolName, input });
}

function tell({ run, id }: Frame, { toolCallId, toolName }: LanguageModelV4ToolCall, result: Outcome): void {
  if (run.listening)
    run.tell({ type: "tool.finished", id, at: run.seams.clock.now(), toolCallId, toolName, result });
}

import { createHash } from "node:crypto";
import { callContextOf, type LanguageModel, type ModelResolver } from "@flow-state-dev/core";

type CallOptions = Parameters<LanguageModel["doGenerate"]>[0];
type CallResult = Awaited<ReturnType<LanguageModel["doGenerate"]>>;

/** A call as it reached the model. */
export interface SeenCall {
  /** In the order in which calls reached the model, from 0. */
  at: number;
  /** Name of the generator. */
  block: string;
  /** Of the model that was asked. */
  modelId: string;
  /** Names from the outermost block to the generator. */
  path: string;
  /** Which call at this path in its cell, from 0. */
  ordinal: number;
  cell: string;
  system: string;
  /** Everything but the system prompt, as one text. */
  text: string;
  tools: string[];
  /** Did the generator ask for JSON? */
  structured: boolean;
  /** Has the model said something in this conversation already? */
  again: boolean;
  /** Has a tool answered in this conversation? */
  toolAnswered: boolean;
  /** What the model said; empty until it has, and when it called a tool. */
  answer: string;
}

/** What a model says: a text, an object for a structured answer, a tool call; an empty text is no answer at all. */
export type Said = string | object | { toolCall: { name: string; input: unknown } };

/** Decides what is said to a call; undefined leaves it to the default. */
export type Behaviour = (call: SeenCall, before: readonly SeenCall[]) => Said | undefined;

/** How a recording model acts beside what it says. */
export interface RecordingOptions {
  say: Behaviour;
  /** Awaited before the answer; may throw as a provider would. */
  before?: (call: SeenCall) => void | Promise<void>;
  /** Dollars a call; 0 when absent. */
  costUsd?: number;
}

/** A resolver whose models write down every call, and the calls. */
export function recordingModels({ say, before, costUsd = 0 }: RecordingOptions) {
  const calls: SeenCall[] = [];
  const resolve: ModelResolver = (modelId, blockName = "") => ({
    specificationVersion: "v4",
    provider: "recording",
    modelId,
    supportedUrls: {},
    // Only a simulated model is told the place of a call in its run.
    simulated: true,
    price: { input: costUsd * 1_000_000, output: 0 },
    async doGenerate(options) {
      const call = readCall(options, { block: blockName, modelId, at: calls.length });
      const earlier = [...calls];
      calls.push(call);
      await before?.(call);
      const said = say(call, earlier) ?? defaultAnswer(call);
      if (typeof said === "string" || !("toolCall" in said)) {
        call.answer = typeof said === "string" ? said : JSON.stringify(said);
      }
      return resultOf(said, call);
    },
    doStream: () => Promise.reject(new Error("No pattern streams.")),
  });
  return { resolve, calls };
}

/** A text that no other call is answered with, and the same for the same call. */
function defaultAnswer({ cell, path, ordinal, system, text }: SeenCall): string {
  const facts = JSON.stringify([cell, path, ordinal, system, text]);
  return `finding ${createHash("sha256").update(facts).digest("hex").slice(0, 12)}`;
}

function readCall(options: CallOptions, asked: Pick<SeenCall, "block" | "modelId" | "at">): SeenCall {
  const { cell = "", block: path = "", ordinal = 0 } = callContextOf(options);
  const system = options.prompt.flatMap((message) => (message.role === "system" ? [message.content] : []));
  const others = options.prompt.filter((message) => message.role !== "system");
  return {
    ...asked,
    path,
    ordinal,
    cell,
    system: system.join("\n"),
    text: others.flatMap(({ content }) => content.map(partText)).join("\n"),
    tools: (options.tools ?? []).map((tool) => tool.name),
    structured: options.responseFormat?.type === "json",
    again: others.some((message) => message.role === "assistant"),
    toolAnswered: others.some((message) => message.role === "tool"),
    answer: "",
  };
}

function partText(part: { type: string }): string {
  return part.type === "text" ? (part as unknown as { text: string }).text : JSON.stringify(part);
}

function resultOf(said: Said, { at }: SeenCall): CallResult {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 0, text: 0, reasoning: 0 },
  };
  const common = { usage, warnings: [] };
  if (typeof said === "object" && "toolCall" in said) {
    const { name, input } = said.toolCall;
    const call = { type: "tool-call" as const, toolCallId: `call-${at}`, toolName: name };
    const content = [{ ...call, input: JSON.stringify(input) }];
    return { ...common, content, finishReason: { unified: "tool-calls", raw: undefined } };
  }
  const text = typeof said === "string" ? said : JSON.stringify(said);
  const content = text === "" ? [] : [{ type: "text" as const, text }];
  return { ...common, content, finishReason: { unified: "stop", raw: undefined } };
}

import type { LanguageModel } from "@flow-state-dev/core";

/** What a model is called with. */
export type CallOptions = Parameters<LanguageModel["doGenerate"]>[0];
/** What it answers. */
export type ModelAnswer = Awaited<ReturnType<LanguageModel["doGenerate"]>>;
/** All messages of a call. */
export type Prompt = CallOptions["prompt"];
/** One message. */
export type Message = Prompt[number];
/** What the model said, as it is sent back to it. */
export type AssistantMessage = Extract<Message, { role: "assistant" }>;
/** The results of its tool calls. */
export type ToolMessage = Extract<Message, { role: "tool" }>;
/** One result. */
export type ToolResultPart = Extract<ToolMessage["content"][number], { type: "tool-result" }>;
/** A tool as the model is told of it. */
export type ToolDefinition = Extract<NonNullable<CallOptions["tools"]>[number], { type: "function" }>;

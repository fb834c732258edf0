import type { LanguageModelV4ToolCall } from "@ai-sdk/provider";

/** The arguments of a tool call; undefined when they are no JSON, or JSON that is no object. */
export function callArguments({ input }: LanguageModelV4ToolCall): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(input.trim() === "" ? "{}" : input);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";

/** All that a model can read in a prompt, as one text: messages in order, a line break between parts. */
export function promptText(prompt: LanguageModelV4Prompt): string {
  let text = "";
  for (const message of prompt) {
    const said = messageText(message);
    if (said !== "") text = text === "" ? said : `${text}\n${said}`;
  }
  return text;
}

/** All that a model can read in one message: text, reasoning, tool calls and their results. Files count as nothing. */
export function messageText(message: LanguageModelV4Message): string {
  if (message.role === "system") return message.content;
  const first = message.content[0];
  if (message.content.length === 1 && first?.type === "text") return first.text;
  return message.content
    .map(partText)
    .filter((part) => part !== "")
    .join("\n");
}

type Part = Exclude<LanguageModelV4Message["content"], string>[number];

function partText(part: Part): string {
  switch (part.type) {
    case "text":
    case "reasoning":
      return part.text;
    case "tool-call":
      return JSON.stringify(part.input) ?? "";
    case "tool-result":
      return toolResultText(part.output);
    case "file":
      return part.data.type === "text" ? part.data.text : "";
    case "tool-approval-response":
      return part.reason ?? "";
    default:
      return "";
  }
}

type ToolResultOutput = Extract<Part, { type: "tool-result" }>["output"];

function toolResultText(output: ToolResultOutput): string {
  switch (output.type) {
    case "text":
    case "error-text":
      return output.value;
    case "json":
    case "error-json":
      return typeof output.value === "string" ? output.value : JSON.stringify(output.value);
    case "content":
      return output.value.map((item) => (item.type === "text" ? item.text : "")).join("\n");
    case "execution-denied":
      return output.reason ?? "";
  }
}

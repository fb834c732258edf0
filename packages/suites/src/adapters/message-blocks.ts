import { factsOf, listOf, plainText, textOf } from "./json-facts.ts";
import type { TellStream } from "./output-reader.ts";

/** Tells what the content blocks of an assistant's message hold, and gives back its text. */
export function tellAssistantBlocks(content: unknown, turn: number | null, tell: TellStream): string {
  const texts: string[] = [];
  for (const each of listOf(content)) {
    const block = factsOf(each);
    const text = textOf(block.text) ?? "";
    if (block.type === "text" && text !== "") {
      texts.push(text);
      tell({ type: "message", role: "assistant", text }, turn);
    } else if (block.type === "thinking" && textOf(block.thinking)) {
      tell({ type: "message", role: "assistant", text: "", reasoning: textOf(block.thinking)! }, turn);
    } else if (block.type === "tool_use") {
      const tool = textOf(block.name) ?? "unknown";
      tell({ type: "tool-call", id: textOf(block.id) ?? "", tool, input: block.input ?? null }, turn);
    }
  }
  return texts.join("\n");
}

/**
 * Tells what the content blocks of a user's message hold: results of tools, and what the agent says in the user's name.
 */
export function tellUserBlocks(content: unknown, turn: number | null, tell: TellStream): void {
  for (const each of listOf(content)) {
    const block = factsOf(each);
    if (block.type === "tool_result") {
      const id = textOf(block.tool_use_id) ?? "";
      tell({ type: "tool-result", id, ok: block.is_error !== true, text: plainText(block.content) }, turn);
    } else if (block.type === "text" && textOf(block.text)) {
      tell({ type: "message", role: "user", text: textOf(block.text)! }, turn);
    }
  }
}

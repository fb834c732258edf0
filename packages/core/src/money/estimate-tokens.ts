import type { LanguageModelV4Content } from "@ai-sdk/provider";
import type { PromptSize } from "./prompt-size.ts";

/** About how many tokens a text is: a quarter of its UTF-8 bytes. Good for books that say "estimated". */
export function estimateTokens(text: string): number {
  return tokensInBytes(Buffer.byteLength(text));
}

/** About how many tokens a model has written: its words, and what it calls tools with. Its thoughts are not in it. */
export function estimateWritten(content: readonly LanguageModelV4Content[]): number {
  const written = content.map((part) =>
    part.type === "text" ? part.text : part.type === "tool-call" ? part.input : "",
  );
  return estimateTokens(written.join(""));
}

/** The same as that of a text, from the number of bytes. */
export function tokensInBytes(bytes: number): number {
  return Math.ceil(bytes / 4);
}

/** About how many tokens a call gives the model to read; never 0. A file is taken for a thousand. */
export function estimateInputTokens(size: PromptSize): number {
  return Math.max(1, tokensInBytes(size.bytes) + 4 * size.messages + 8 * size.tools + 1_000 * size.files);
}

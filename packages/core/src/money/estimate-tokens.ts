import type { PromptSize } from "./prompt-size.ts";

/** About how many tokens a text is: a quarter of its UTF-8 bytes. Good for books that say "estimated". */
export function estimateTokens(text: string): number {
  return tokensInBytes(Buffer.byteLength(text));
}

/** The same from the number of bytes. */
export function tokensInBytes(bytes: number): number {
  return Math.ceil(bytes / 4);
}

/** About how many tokens a call gives the model to read; never 0. A file is taken for a thousand. */
export function estimateInputTokens(size: PromptSize): number {
  return Math.max(1, tokensInBytes(size.bytes) + 4 * size.messages + 8 * size.tools + 1_000 * size.files);
}

import { FlowError } from "../errors/flow-error.ts";

const forms =
  "provider/model (anthropic/claude-opus-4-6, ollama/llama3.2), gateway/provider/model (openrouter/anthropic/claude-opus-4.6), " +
  "openai-compatible/model for a server of your own, a bare claude-…, gpt-… or gemini-… id, scripted:<file>, or sim/<profile>";

/** A model id that has none of the forms an id can have. */
export class MalformedModelIdError extends FlowError {
  override readonly name = "MalformedModelIdError";
  /** What is wrong with it, for a sentence of one's own. */
  readonly problem: string;

  constructor(modelId: unknown, problem: string) {
    super(`${quoteModelId(modelId)} is not a model id: ${problem}. Write ${forms}.`, {
      code: "malformed-model-id",
      details: { problem },
    });
    this.problem = problem;
  }
}

/** An id as it can be shown in one line of text, whatever was in it. */
export function quoteModelId(modelId: unknown): string {
  if (typeof modelId !== "string") return modelId === null ? "null" : `A value of type ${typeof modelId}`;
  const shown = modelId.length > 80 ? `${modelId.slice(0, 80)}…` : modelId;
  const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
  const toEscape = (char: string) => `\\u{${char.codePointAt(0)!.toString(16)}}`;
  return `"${shown.replace(invisible, toEscape)}"`;
}

import type { AskedModel } from "./asked-model.ts";
import { cosine } from "./cosine.ts";
import { type EmbeddingModel, type EmbedFunction, embeddingModelId, embedTexts } from "./embed.ts";
import { expectedAt } from "./expected-at.ts";
import { shown, wrong } from "./score-result.ts";
import type { Scorer } from "./scorer.ts";
import { InvalidScorerError } from "./scorer-errors.ts";
import { valueAt } from "./value-at.ts";

/** How texts become vectors, and how alike they have to be. */
export interface EmbeddingSimilarityOptions {
  /** A function of one's own, or an embedding model of the AI SDK. */
  embed: EmbedFunction | EmbeddingModel;
  /** From 0 to 1; what is alike depends on the model, so look at some scores first. 0.8 when absent. */
  threshold?: number;
  /** Path of the text in the output and in the reference; the whole of both when absent. */
  field?: string;
  /** `embeddingSimilarity` when absent. */
  name?: string;
}

/**
 * How much the output means the same as what is expected: the cosine of their embeddings, 0 when it is negative. What
 * is no text is compared as JSON. Throws when nothing is expected. An output without a word has a score of 0.
 */
export function embeddingSimilarity(options: EmbeddingSimilarityOptions): Scorer {
  const { embed, threshold = 0.8, field = "", name = "embeddingSimilarity" } = options;
  if (!(threshold >= 0 && threshold <= 1)) {
    throw new InvalidScorerError(name, `its threshold is ${threshold}, which is not from 0 to 1`);
  }
  if (typeof embed !== "function" && typeof Object(embed).doEmbed !== "function") {
    const problem = `its embed is ${shown(embed)}, which is neither a function nor an embedding model of the AI SDK`;
    throw new InvalidScorerError(name, problem);
  }
  return {
    name,
    threshold,
    timeoutMs: longestMs,
    asksModels: true,
    // What a function of one's own asks, and what that costs, nobody knows.
    asks: askedOf(embed),
    definition: { embed, field },
    async score({ output, expected, context = {}, signal }) {
      const wanted = asText(expectedAt(name, expected, field));
      const at = valueAt(output, field);
      if (!at.found) return wrong(at.reason);
      const got = asText(at.value);
      if (got.trim() === "") return wrong("The output is empty.");
      const { vectors, costUsd } = await embedTexts(embed, [got, wanted], {
        ...context,
        ...(signal && { signal }),
      });
      const score = Math.max(0, cosine(vectors[0]!, vectors[1]!));
      return {
        score,
        passed: score >= threshold,
        reason: `Its similarity is ${score.toFixed(3)}, and ${threshold} is asked for.`,
        ...(costUsd !== null && { costUsd }),
      };
    },
  };
}

/** A model that has too much to do may ask to wait twice, two minutes each time. */
const longestMs = 600_000;

function askedOf(embed: EmbedFunction | EmbeddingModel): AskedModel[] {
  if (typeof embed === "function") return [];
  const repeats = embed.maxEmbeddingsPerCall === 1 ? 2 : 1;
  return [{ id: embeddingModelId(embed), repeats, resolver: null }];
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
}

import { FlowError } from "@flow-state-dev/core";

/** What was given for vectors are none that can be compared. */
export class EmbeddingError extends FlowError {
  override readonly name = "EmbeddingError";

  constructor(problem: string) {
    super(`The embeddings cannot be compared: ${problem}.`, { code: "embedding-invalid" });
  }
}

/** How far two vectors point the same way, from -1 to 1. Throws an `EmbeddingError` when that has no meaning. */
export function cosine(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) throw new EmbeddingError(`one has ${a.length} numbers, the other ${b.length}`);
  const [x, y] = [unit(a), unit(b)];
  const product = x.reduce((sum, value, index) => sum + value * y[index]!, 0);
  return Math.max(-1, Math.min(1, product));
}

/** Scaled twice: by its largest number, so that no square is lost, then to the length 1. */
function unit(vector: readonly number[]): number[] {
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  if (!Number.isFinite(largest)) throw new EmbeddingError("one has something in it that is no number");
  if (largest === 0) throw new EmbeddingError("one is zero all over");
  const scaled = vector.map((value) => value / largest);
  const length = Math.sqrt(scaled.reduce((sum, value) => sum + value * value, 0));
  return scaled.map((value) => value / length);
}

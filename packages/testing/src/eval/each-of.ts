import { FlowError } from "@flow-state-dev/core";

/** A number of cases at once that is none. */
export class ConcurrencyError extends FlowError {
  override readonly name = "ConcurrencyError";

  constructor(concurrency: unknown) {
    super(`concurrency is ${String(concurrency)}; give a whole number from 1.`, {
      code: "invalid-concurrency",
    });
  }
}

/**
 * Works through positions in order, so many at once. Rejects with a `ConcurrencyError`, and with what `work` rejects.
 */
export async function eachOf(
  count: number,
  concurrency: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  if (!Number.isInteger(concurrency) || concurrency < 1) throw new ConcurrencyError(concurrency);
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, count) }, worker));
}

import { QueueSilentError } from "./queue-errors.ts";

/** How long a server that is away is waited for, as long as the store waits for its own. */
const patienceMs = 120_000;
/** One try takes no longer: a Redis that has gone away lets requests wait for ever. */
const tryMs = 30_000;
const everyMs = 500;

/**
 * Does something that may be done twice again and again until it works or the patience ends. Throws what went wrong
 * last, or a `QueueSilentError` when there was no answer at all.
 */
export async function patiently<T>(action: () => Promise<T>): Promise<T> {
  const since = performance.now();
  for (;;) {
    try {
      return await inTime(action());
    } catch (error) {
      if (performance.now() - since > patienceMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }
}

async function inTime<T>(tried: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new QueueSilentError(patienceMs)), tryMs);
  });
  try {
    return await Promise.race([tried, late]);
  } finally {
    clearTimeout(timer);
  }
}

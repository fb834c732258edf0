import { toErrorRecord } from "@flow-state-dev/core";
import { QueueBrokenError } from "./queue-errors.ts";

/** How long a server that is away is waited for, as long as the store waits for its own. */
const patienceMs = 120_000;
/** One try takes no longer: a Redis that has gone away lets requests wait for ever. */
const tryMs = 30_000;
const everyMs = 500;

/**
 * Does something that may be done twice again and again until it works, the patience ends or `over` fires. Throws a
 * `QueueBrokenError` with what went wrong last, if there was an answer.
 */
export async function patiently<T>(action: () => Promise<T>, over: AbortSignal): Promise<T> {
  const since = performance.now();
  for (;;) {
    try {
      return await inTime(action(), over);
    } catch (error) {
      if (over.aborted || performance.now() - since > patienceMs) {
        if (error instanceof QueueBrokenError) throw error;
        throw new QueueBrokenError(patienceMs, toErrorRecord(error).message, error);
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }
}

async function inTime<T>(tried: Promise<T>, over: AbortSignal): Promise<T> {
  const late = Promise.withResolvers<never>();
  const fail = () => late.reject(new QueueBrokenError(patienceMs, null));
  const timer = setTimeout(fail, tryMs);
  over.addEventListener("abort", fail);
  try {
    return await Promise.race([tried, late.promise]);
  } finally {
    clearTimeout(timer);
    over.removeEventListener("abort", fail);
  }
}

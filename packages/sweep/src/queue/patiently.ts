import { setTimeout as pause } from "node:timers/promises";

/** How long a server that is away is waited for, as long as the store waits for its own. */
const patienceMs = 120_000;
const everyMs = 500;

/** Does something that may be done twice again and again until it works or the patience ends. */
export async function patiently<T>(action: () => Promise<T>): Promise<T> {
  const since = performance.now();
  for (;;) {
    try {
      return await action();
    } catch (error) {
      if (performance.now() - since > patienceMs) throw error;
      await pause(everyMs);
    }
  }
}

import { setTimeout as pause } from "node:timers/promises";
import type { Bull } from "./open-bull.ts";

/** How long a server is waited for when its queues are left. */
const closeMs = 5_000;

/** Resolves when queues and workers are closed, or could not be because their server is away. Never rejects. */
export async function closeInTime(bull: Bull, closing: readonly Promise<unknown>[]): Promise<void> {
  const over = new AbortController();
  const late = pause(closeMs, undefined, { signal: over.signal }).then(() => bull.cut());
  await Promise.race([Promise.allSettled(closing), late]);
  over.abort();
  await late.catch(() => {});
}

import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

const askAgainMs = 20;

/**
 * Asks the agent whose launch script reads this pipe to end; again and again until somebody reads it, since an agent
 * may be heard of before the reader of its pipe stands by. Resolves when it was asked, when it cannot be, or when
 * `until` fires. What lies there may have been put there by the agent, so that only a pipe is written to, and nothing
 * is waited for.
 */
export async function requestStop(pipe: string, until: AbortSignal): Promise<void> {
  while (!until.aborted && !(await isSettled(pipe))) {
    await wait(askAgainMs, undefined, { signal: until }).catch(() => {});
  }
}

/** True when it was asked, or what lies there is no pipe; false when nobody reads it, or not yet. */
async function isSettled(pipe: string): Promise<boolean> {
  try {
    await using file = await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    if ((await file.stat()).isFIFO()) await file.write("stop\n");
    return true;
  } catch {
    // Nobody reads, or nothing is there: not yet, or no longer. Whoever cannot be asked is killed in the end.
    return false;
  }
}

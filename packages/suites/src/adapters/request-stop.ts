import { constants } from "node:fs";
import { open } from "node:fs/promises";

/**
 * Asks the agent whose launch script reads this pipe to end. Nothing happens when nobody reads it. What lies there may
 * have been put there by the agent, so that only a pipe is written to, and nothing is waited for.
 */
export async function requestStop(pipe: string): Promise<void> {
  try {
    await using file = await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    if ((await file.stat()).isFIFO()) await file.write("stop\n");
  } catch {
    // It is gone already, or cannot be asked; it is killed then.
  }
}

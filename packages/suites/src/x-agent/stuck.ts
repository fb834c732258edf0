import { createHash } from "node:crypto";

/** Is the model going round in circles? */
export type StuckState = "fine" | "notice" | "stuck";

const noticeAt = 3;
const stopAt = 6;
const longestCycle = 2;
const remembered = stopAt * longestCycle;

/**
 * Watches for the same call with the same arguments and the same result, one after the other or two in turns. A result
 * that changes is progress: waiting for something is legitimate.
 */
export class StuckWatch {
  readonly #seen: string[] = [];

  /** Takes in one call with what came of it. */
  see(toolName: string, json: string, result: string): StuckState {
    const hash = createHash("sha256")
      .update(JSON.stringify([toolName, json, result]))
      .digest("base64");
    this.#seen.push(hash);
    if (this.#seen.length > remembered) this.#seen.shift();
    let repeats = 1;
    for (let length = 1; length <= longestCycle; length++) repeats = Math.max(repeats, this.#repeats(length));
    if (repeats >= stopAt) return "stuck";
    return repeats === noticeAt ? "notice" : "fine";
  }

  /** How often the last calls of this number stand one after the other at the end. */
  #repeats(length: number): number {
    const seen = this.#seen;
    let same = 0;
    while (same < seen.length - length && seen.at(-1 - same) === seen.at(-1 - same - length)) same++;
    return Math.floor(same / length) + 1;
  }
}

import { createHash } from "node:crypto";
import type { Json } from "./wires/json.ts";

/** Requests remembered; an agent repeats its last ones. */
const most = 1_000;

/** Knows which request failed before. */
export class Retries {
  /** From the digest of a conversation to the number of the call that failed with it. */
  readonly #failed = new Map<string, number>();

  /**
   * The same for the same conversation on the same wire. Agents that try again may ask without a stream, for another
   * model or with other marks of their own, but they say the same.
   */
  digest(wire: string, body: Json): string {
    const said = body.messages ?? body.input ?? body.contents ?? body;
    return createHash("sha256").update(`${wire}\n`).update(JSON.stringify(said)).digest("base64");
  }

  /** The number of the call that failed with this request; null when none did. */
  of(digest: string): number | null {
    return this.#failed.get(digest) ?? null;
  }

  /** Notes how a call with this request ended. */
  note(digest: string, number: number, failed: boolean): void {
    this.#failed.delete(digest);
    if (!failed) return;
    this.#failed.set(digest, number);
    const [oldest] = this.#failed.keys();
    if (this.#failed.size > most && oldest !== undefined) this.#failed.delete(oldest);
  }
}

import type { Posting } from "@flow-state-dev/records";
import { CellQueue } from "@flow-state-dev/sweep";
import { readRunSpec } from "../machines/run-spec.ts";

/** The queues of runs, wherever they lie, as a worker sees them. */
export class RunQueues implements AsyncDisposable {
  readonly #url: string;
  readonly #redisUrl: string | undefined;
  readonly #open = new Map<string, Promise<CellQueue>>();

  constructor(url: string, redisUrl: string | undefined) {
    this.#url = url;
    this.#redisUrl = redisUrl;
  }

  /** Throws when what a queue needs is not installed, or the Redis that was given cannot be reached. */
  async reach(): Promise<void> {
    await this.#at(this.#url);
    if (this.#redisUrl !== undefined) await this.#at(this.#redisUrl);
  }

  /** Whether this worker knows where the queue of a run is. */
  has({ spec }: Posting): boolean {
    return readRunSpec(spec).queue === "postgres" || this.#redisUrl !== undefined;
  }

  /** Where the queue of a run is; only for one that it has. */
  urlOf({ spec }: Posting): string {
    return readRunSpec(spec).queue === "postgres" ? this.#url : this.#redisUrl!;
  }

  /** Whether cells of these lanes wait for a worker. */
  async waits(posting: Posting, lanes: readonly string[]): Promise<boolean> {
    return (await (await this.#at(this.urlOf(posting))).waiting(posting.runId, lanes)) > 0;
  }

  /** Cells of all lanes that wait or are with a worker. */
  async size(posting: Posting): Promise<number> {
    const queue = await this.#at(this.urlOf(posting));
    return queue.size(posting.runId, Object.keys(readRunSpec(posting.spec).lanes));
  }

  #at(url: string): Promise<CellQueue> {
    let queue = this.#open.get(url);
    if (!queue) {
      queue = CellQueue.open(url);
      this.#open.set(url, queue);
    }
    return queue;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // One that never opened has nothing to close.
    await Promise.allSettled(
      [...this.#open.values()].map(async (queue) => (await queue)[Symbol.asyncDispose]()),
    );
  }
}

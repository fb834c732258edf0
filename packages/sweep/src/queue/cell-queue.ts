import { setTimeout as pause } from "node:timers/promises";
import type { CellId } from "@flow-state-dev/records";
import type { JobType, Queue } from "bullmq";
import type { PlannedCell } from "../plan/planned-cell.ts";
import { closeInTime } from "./close-in-time.ts";
import { jobIdOf, queueName } from "./job-id.ts";
import { type Bull, type CellJob, openBull } from "./open-bull.ts";
import { patiently } from "./patiently.ts";

/** So many cells are put into the queue at a time. */
const batchSize = 1_000;
/** So many are asked for at a time. */
const askedAtOnce = 25;
/** So long removing a queue may take, and so often is looked whether its last job has ended. */
const removeMs = 10_000;
const lookEveryMs = 100;
const mostLooks = 30;

/** The queues of runs, as a planner and whoever looks on see them. */
export class CellQueue implements AsyncDisposable {
  readonly #bull: Bull;
  readonly #queues = new Map<string, Queue<CellJob>>();
  readonly #over = new AbortController();

  private constructor(bull: Bull) {
    this.#bull = bull;
  }

  /** On the server at this address: `postgres://…` or `redis://…`. */
  static async open(url: string): Promise<CellQueue> {
    return new CellQueue(await openBull(url));
  }

  /** Puts cells into lanes of the run's queue, in their order. Those that are there already stay as they are. */
  async add(
    runId: string,
    cells: Iterable<PlannedCell>,
    laneOf: (cell: PlannedCell) => string,
  ): Promise<void> {
    const batches = new Map<string, PlannedCell[]>();
    for (const cell of cells) {
      const lane = laneOf(cell);
      let batch = batches.get(lane);
      if (!batch) {
        batch = [];
        batches.set(lane, batch);
      }
      if (batch.push(cell) < batchSize) continue;
      await this.#addAll(runId, lane, batch);
      batches.delete(lane);
    }
    for (const [lane, batch] of batches) await this.#addAll(runId, lane, batch);
  }

  /** For each cell whether it waits for a worker or is with one. */
  async pending(
    runId: string,
    cells: readonly CellId[],
    laneOf: (cell: CellId) => string,
  ): Promise<boolean[]> {
    const found: boolean[] = [];
    for (let at = 0; at < cells.length; at += askedAtOnce) {
      const some = cells.slice(at, at + askedAtOnce);
      const jobs = await this.#patiently(() =>
        Promise.all(some.map((cell) => this.#queue(runId, laneOf(cell)).getJob(jobIdOf(cell)))),
      );
      found.push(...jobs.map((job) => job != null));
    }
    return found;
  }

  /** Cells that wait for a worker, now or later, or are with one. */
  size(runId: string, lanes: readonly string[]): Promise<number> {
    return this.#count(runId, lanes, ["waiting", "active", "delayed", "prioritized"]);
  }

  /** Cells that wait for a worker, now or later. */
  waiting(runId: string, lanes: readonly string[]): Promise<number> {
    return this.#count(runId, lanes, ["waiting", "delayed", "prioritized"]);
  }

  async #count(runId: string, lanes: readonly string[], states: readonly JobType[]): Promise<number> {
    const sizes = lanes.map(async (lane) => {
      const counts = await this.#patiently(() => this.#queue(runId, lane).getJobCounts(...states));
      return Object.values(counts).reduce((sum, each) => sum + each, 0);
    });
    return (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0);
  }

  /**
   * Takes everything out of the queue of a run that nobody will work on any more. What cannot be taken out in a few
   * seconds stays: it costs room, nothing else.
   */
  async remove(runId: string, lanes: readonly string[]): Promise<void> {
    const over = new AbortController();
    const removing = lanes.map(async (lane) => {
      const queue = this.#queue(runId, lane);
      // A worker whose cell has its result has yet to tell the queue.
      for (let looks = 0; looks < mostLooks && !over.signal.aborted; looks += 1) {
        if ((await queue.getJobCounts("active")).active === 0) break;
        await pause(lookEveryMs);
      }
      await queue.obliterate({ force: true });
    });
    await Promise.race([
      Promise.allSettled(removing),
      pause(removeMs, undefined, { signal: over.signal }).catch(() => {}),
    ]);
    over.abort();
  }

  async #addAll(runId: string, lane: string, cells: readonly PlannedCell[]): Promise<void> {
    const jobs = cells.map((cell) => {
      const { subject, task, run } = cell;
      return { name: "cell", data: { subject, task, run }, opts: { jobId: jobIdOf(cell) } };
    });
    await this.#patiently(() => this.#queue(runId, lane).addBulk(jobs));
  }

  #patiently<T>(action: () => Promise<T>): Promise<T> {
    return patiently(action, this.#over.signal);
  }

  #queue(runId: string, lane: string): Queue<CellJob> {
    const name = queueName(runId, lane);
    let queue = this.#queues.get(name);
    if (!queue) {
      queue = this.#bull.queue(name);
      this.#queues.set(name, queue);
    }
    return queue;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await closeInTime(
      this.#bull,
      [...this.#queues.values()].map((queue) => queue.close()),
    );
  }
}

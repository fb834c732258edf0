import { setTimeout as pause } from "node:timers/promises";
import { longestTimerMs } from "@flow-state-dev/core";
import { closeInTime } from "./close-in-time.ts";
import { queueName } from "./job-id.ts";
import { openBull } from "./open-bull.ts";
import type { BringCell, CellSource } from "./sharing.ts";

/** How a worker takes cells from the queue of a run. */
export interface QueueSourceOptions {
  /** Where the queue lies: `postgres://…` or `redis://…`. */
  url: string;
  /** Which lanes of the run this worker can work on. */
  lanes: readonly string[];
  /** Cells at once, of each lane. */
  concurrency: number;
  /**
   * A worker that is not heard of for so long loses its cells to others. Less than the silence after which the store
   * takes a worker for dead, so that a cell is offered again before it is free. Default: 15 s.
   */
  lockMs?: number;
  /** Told of trouble with the queue, which goes on by itself: a server that is away, a lock that was lost. */
  onTrouble?: (error: Error) => void;
}

const defaultLockMs = 15_000;
/** A cell that another worker holds is looked at again after this time. */
const heldDelayMs = 2_000;
/** How often a cell's worker dies is counted in the store, not here. */
const maxStalledCount = 1_000_000;

/** The queue of a run as a source of cells. */
export function queueSource({
  url,
  lanes,
  concurrency,
  lockMs = defaultLockMs,
  onTrouble = () => {},
}: QueueSourceOptions): CellSource {
  return {
    async serve(runId, bring, signal) {
      const bull = await openBull(url);
      const options = {
        concurrency,
        lockDuration: lockMs,
        stalledInterval: Math.ceil(lockMs / 3),
        maxStalledCount,
      };
      const inHand = new Set<Promise<unknown>>();
      const bringNoted = async (...about: Parameters<BringCell>) => {
        const bringing = bring(...about);
        inHand.add(bringing);
        return bringing.finally(() => inHand.delete(bringing));
      };
      const workers = lanes.map((lane) =>
        bull.worker(
          queueName(runId, lane),
          async (job, token) => {
            const served = await bringNoted(job.data, job.attemptsStarted > 1);
            if (served === "settled") return;
            if (served === "held") {
              await job.moveToDelayed(Date.now() + heldDelayMs, token);
              throw new bull.DelayedError();
            }
            await job.moveToWait(token);
            throw new bull.WaitingError();
          },
          options,
        ),
      );
      for (const worker of workers) worker.on("error", onTrouble);
      await pause(longestTimerMs, undefined, { signal }).catch(() => {});
      const closing = workers.map((worker) => worker.close());
      // Cells take their time; only the server does not have all of it.
      while (inHand.size > 0) await Promise.allSettled(inHand);
      await closeInTime(bull, closing);
    },
  };
}
